/** Whether a call with an unknown outcome took effect: looks for the pin's text on its board. */
import type { Provider } from '../_kit/contract.ts';
import { isBefore, readSince, verdictOn } from '../_kit/lookup.ts';
import { atSeconds } from '../_kit/recent.ts';
import { call, pinUrl, readPage, type Page, type Pin } from './api.ts';
import { MAX_PAGES, type Prepared } from './prepare.ts';
import { likenessOf } from './text.ts';

/** How far Pinterest's clock may be from ours. */
const CLOCKS_MS = 10 * 60_000;
/**
 * Pinterest may still be taking in a request whose connection broke: it fetches and checks pictures first.
 */
const LATE_MS = 5 * 60_000;
const RECENT = 25;

/** Pinterest leaves the zone out. */
const madeAt = ({ created_at: at }: Pin): number =>
  at ? Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at}Z`) : Number.NaN;

/** Never `repeatable`: Pinterest has no key that would make a repeat safe. */
export const verify: Provider['verify'] = async ({ channel }, { prepared, sentAt, isTaken }, ctx) => {
  const { board, words: text, before } = prepared as Prepared;
  const known = new Set(before);
  // Pinterest does not document in which order it lists the pins of a board.
  const listed = await readSince<Pin>({
    read: (bookmark) => readPage<Pin>(channel, { path: `/boards/${board}/pins`, bookmark }, ctx),
    isBefore: (pin) => known.has(pin.id) || isBefore(madeAt(pin), sentAt, CLOCKS_MS),
    madeAt: (pin) => madeAt(pin) || 0,
    mostPages: MAX_PAGES,
  });
  return verdictOn(listed, {
    likenessOf: (pin) => likenessOf(pin, text),
    show: ({ id }) => ({ id, url: pinUrl(id), ref: { id } }),
    isTaken,
    noun: 'pins of the board',
    afterMs: LATE_MS,
  });
};

/** The account's newest pins. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { items = [] } = await call<Page<Pin>>(channel, ctx, '/pins', { query: { page_size: RECENT } });
  return items.map((pin) => ({
    id: pin.id,
    url: pinUrl(pin.id),
    at: atSeconds(madeAt(pin) / 1000 || undefined),
    text: `${pin.title ?? ''}\n${pin.description ?? ''}`,
  }));
};
