/** Whether a call with an unknown outcome took effect: looks for the shot's title and text. */
import { convert } from 'html-to-text';
import type { Channel, Provider, ProviderContext, VerifyResult } from '../_kit/contract.ts';
import { isBefore, readSince, verdictOn, type Likeness } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { call, toPublished, type Ref, type Shot } from './api.ts';
import type { Prepared } from './prepare.ts';
import { nullIfMissing } from './publish.ts';

/** Between Dribbble's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
/** Three times the maximum that Dribbble documents for its work on a shot. */
const LATE_MS = 15 * 60_000;
const PAGE = 100;
const MAX_PAGES = 4;

/**
 * A shot that Dribbble has accepted has its number. Another one is looked for by its title: one with the same
 * title and another text is left to a person, because Dribbble may have changed the text. Never `repeatable`:
 * Dribbble has no key that would make a repeat safe.
 */
export const verify: Provider['verify'] = async ({ channel }, { prepared, sentAt, ref, isTaken }, ctx) => {
  const accepted = (ref as Ref | null)?.id;
  if (accepted) return verifyAccepted(channel, accepted, ctx);
  const { title, description, teamId } = prepared as Prepared;
  const listed = await readSince<Shot>({
    read: (page) => readPage(channel, Number(page ?? 1), ctx),
    isBefore: ({ id, published_at: at }) => !id || isBefore(at, sentAt, CLOCKS_MS),
    // Dribbble does not document in which order it lists them.
    madeAt: ({ published_at: at }) => Date.parse(at ?? '') || 0,
    mostPages: MAX_PAGES,
  });
  const verdict = verdictOn(listed, {
    likenessOf(shot) {
      const likeness = compareWords(title, shot.title ?? '', textOf);
      if (likeness !== 'same words') return likeness;
      const rest = textOf(description);
      return rest
        ? orLike(compareWords(rest, textOf(shot.description)))
        : orLike(shot.description ? 'other' : likeness);
    },
    show: ({ id, html_url: url }) => toPublished(String(id), url),
    isTaken,
    noun: 'shots of the account',
    afterMs: LATE_MS,
  });
  // Dribbble does not document whether the list has what was posted for a team.
  return verdict.status === 'absent' && teamId !== null
    ? { status: 'unknown', reason: 'The shot is not among those of the account' }
    : verdict;
};

/** One with the same title and another text may be ours: it may have been edited. */
const orLike = (likeness: Likeness): Likeness => (likeness === 'same words' ? likeness : 'like it');

async function verifyAccepted(
  channel: Pick<Channel, 'credentials'>,
  id: string,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const shot = await call<Shot>(channel, ctx, `shots/${id}`).catch(nullIfMissing);
  return shot
    ? { status: 'found', published: toPublished(id, shot.html_url) }
    : { status: 'unknown', reason: `Dribbble accepted shot ${id}, and does not show it yet` };
}

/** Without tags and links, which Dribbble adds and takes away. */
const textOf = (html: string | null | undefined): string =>
  convert(html ?? '', { wordwrap: false, selectors: [{ selector: 'a', options: { ignoreHref: true } }] });

/** A page may be shorter than it was asked to be, so only an empty one is certainly the last. */
async function readPage(
  channel: Pick<Channel, 'credentials'>,
  page: number,
  ctx: ProviderContext,
): Promise<{ items: readonly Shot[]; next: string | null }> {
  const items = await call<readonly Shot[] | null>(channel, ctx, `user/shots?page=${page}&per_page=${PAGE}`);
  return { items: items ?? [], next: items?.length ? String(page + 1) : null };
}

/** The account's newest shots. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { items: shots } = await readPage(channel, 1, ctx);
  const at = ({ published_at: when }: Shot): number => Date.parse(when ?? '') || 0;
  return shots
    .toSorted((a, b) => at(b) - at(a))
    .flatMap(({ id, html_url: url, published_at, title, description }) => {
      const text = `${title ?? ''}\n${description ?? ''}`;
      return id
        ? [{ id: String(id), url: toPublished(String(id), url).url ?? '', at: published_at, text }]
        : [];
    });
};
