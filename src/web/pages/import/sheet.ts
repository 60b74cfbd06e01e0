/** A table of posts as the page has it, and what the server says of its rows. */
import { useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import { api, type Answer } from '../../api/client.ts';

export type Sheet = Answer<'readTable'>;
export type Column = Sheet['columns'][number];
export type Row = Sheet['rows'][number];
export type Plan = Answer<'planTable'>[number];
export type DateOrder = Exclude<Sheet['dateOrder'], null>;

/** How the rows of a sheet are read. */
export interface Choices {
  readonly columns: readonly Column[];
  readonly channel: string | null;
  readonly dateOrder: DateOrder | null;
  readonly draft: boolean;
}

/** Rows of one request. */
const AT_ONCE = 50;

export interface Plans {
  /** By the line of its row; missing while it is being checked. */
  readonly byLine: ReadonlyMap<number, Plan>;
  readonly error: unknown;
  readonly pending: boolean;
}

/** What each row becomes: asked for in parts, so that the change of a cell asks for its part alone. */
export function usePlans(sheet: Sheet, rows: readonly Row[], choices: Choices): Plans {
  const { columns, channel, dateOrder, draft } = choices;
  const bodies = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, n) => ({
        names: sheet.names,
        columns: [...columns],
        rows: rows.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
        ...(channel ? { channel } : {}),
        ...(dateOrder ? { dateOrder } : {}),
        draft,
      })),
    [sheet, rows, columns, channel, dateOrder, draft],
  );
  return useQueries({
    queries: bodies.map((body) =>
      api.queryOptions('post', '/tables/plan', { body }, { staleTime: 30_000, retry: 1 }),
    ),
    combine: (found) => ({
      byLine: new Map(found.flatMap(({ data }) => data ?? []).map((plan) => [plan.line, plan])),
      error: found.find(({ error }) => error)?.error,
      pending: found.some(({ isPending, isFetching }) => isPending || isFetching),
    }),
  });
}

/** Where a row stands: it can become posts, was imported before, is there twice, or has problems. */
export type Standing = 'checking' | 'ready' | 'known' | 'twice' | 'wrong';

/** The standing of every row, and of one that is there twice, the line of the first. */
export function standingsOf(
  rows: readonly Row[],
  { byLine }: Plans,
): ReadonlyMap<number, { readonly standing: Standing; readonly first: number }> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map(({ line }) => {
      const plan = byLine.get(line);
      const first = plan?.key ? (seen.get(plan.key) ?? line) : line;
      if (plan?.key && !seen.has(plan.key)) seen.set(plan.key, line);
      const standing: Standing = !plan
        ? 'checking'
        : plan.issues.length > 0
          ? 'wrong'
          : plan.known
            ? 'known'
            : first === line
              ? 'ready'
              : 'twice';
      return [line, { standing, first }];
    }),
  );
}
