/** Whether a call with an unknown outcome took effect: looks for the pin's words on its board. */
import type { Provider } from '../_kit/contract.ts';
import { atSeconds } from '../_kit/recent.ts';
import { call, list, pinUrl, type Page, type Pin } from './api.ts';
import { MOST_PAGES, type Prepared } from './prepare.ts';
import { hasWords } from './text.ts';

/** How far Pinterest's clock may be from ours. */
const CLOCKS_MS = 10 * 60_000;
/** Pinterest may still be taking in a request whose connection broke: it fetches and checks pictures first. */
const LATE_MS = 5 * 60_000;
const RECENT = 25;

/** Pinterest leaves the zone out. */
const madeAt = ({ created_at: at }: Pin): number =>
  at ? Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at}Z`) : Number.NaN;

/** Never `repeatable`: Pinterest has no key that would make a repeat safe. */
export const verify: Provider['verify'] = async ({ channel }, { prepared, sentAt, isTaken }, ctx) => {
  const { board, words, before } = prepared as Prepared;
  const { items, complete } = await list<Pin>(channel, ctx, `/boards/${board}/pins`, MOST_PAGES);
  const known = new Set(before);
  const found = items.find((pin) => {
    if (known.has(pin.id) || !hasWords(pin, words)) return false;
    const at = madeAt(pin);
    const isOlder = at < sentAt.getTime() - CLOCKS_MS;
    return !isOlder && !isTaken?.({ id: pin.id, url: pinUrl(pin.id) });
  });
  if (found) {
    const published = { id: found.id, url: pinUrl(found.id), ref: { id: found.id } };
    return { status: 'found', published, byWords: true };
  }
  if (!complete) {
    return {
      status: 'unknown',
      reason: `The board has more than ${items.length} pins, and none of these is this one; check the board`,
    };
  }
  return {
    status: 'absent',
    evidence: `None of the board's ${items.length} pins is this one`,
    afterMs: LATE_MS,
  };
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
