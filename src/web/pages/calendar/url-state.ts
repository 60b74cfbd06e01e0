/** The URL of the calendar: view, day, filters, zone. Back, reload and a shared link work. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isDay, type Day } from './clock.ts';
import { VIEWS, type View } from './grid.ts';

export const STATES = ['QUEUE', 'DRAFT', 'PUBLISHED', 'ERROR'] as const;
export type StateFilter = (typeof STATES)[number];

/** What is shown; null = everything. */
export interface Filters {
  readonly channels: readonly string[];
  readonly customer: string | null;
  readonly tag: string | null;
  readonly state: StateFilter | null;
  readonly person: string | null;
}

export interface UrlState {
  /** null = what suits the window. */
  readonly view: View | null;
  /** null = today. */
  readonly day: Day | null;
  /** Whether times are shown by the reader's clock, not the organisation's. */
  readonly ownZone: boolean;
  /** Whether free posting times are shown. */
  readonly slots: boolean;
  readonly filters: Filters;
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((one) => one === text) ?? null;

/** What cannot be understood counts as absent. */
export function readUrl(params: URLSearchParams): UrlState {
  const day = params.get('day');
  return {
    view: oneOf(VIEWS, params.get('view')),
    day: day !== null && isDay(day) ? day : null,
    ownZone: params.get('zone') === 'mine',
    slots: params.get('slots') !== 'off',
    filters: {
      channels: params.get('channel')?.split(',').filter(Boolean) ?? [],
      customer: params.get('customer'),
      tag: params.get('tag'),
      state: oneOf(STATES, params.get('state')),
      person: params.get('person'),
    },
  };
}

export function writeUrl({ view, day, ownZone, slots, filters }: UrlState): URLSearchParams {
  const place = { view, day, zone: ownZone ? 'mine' : null, slots: slots ? null : 'off' };
  return new URLSearchParams({ ...nonEmpty(place), ...queryOf(filters) });
}

/** The filters as they are in the URL, and as the API takes them. */
export const queryOf = ({ channels, ...others }: Filters): Record<string, string> =>
  nonEmpty({ channel: channels.join(','), ...others });

const nonEmpty = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** How many filters are set. */
export const countFilters = ({ channels, ...others }: Filters): number =>
  (channels.length ? 1 : 0) + Object.values(others).filter(Boolean).length;

export const NO_FILTERS: Filters = { channels: [], customer: null, tag: null, state: null, person: null };

/** The state in the URL, and a function that goes to another one. */
export function useUrlState(): [UrlState, (change: Partial<UrlState>) => void] {
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => readUrl(params), [params]);
  const go = useCallback(
    (change: Partial<UrlState>) => setParams((now) => writeUrl({ ...readUrl(now), ...change })),
    [setParams],
  );
  return [shown, go];
}
