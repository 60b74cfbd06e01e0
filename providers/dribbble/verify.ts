/** Whether a call with an unknown outcome took effect: looks for the shot's title and words. */
import { convert } from 'html-to-text';
import type { Channel, Provider, ProviderContext, VerifyResult } from '../_kit/contract.ts';
import { call, toPublished, type Ref, type Shot } from './api.ts';
import type { Prepared } from './prepare.ts';
import { nullIfMissing } from './publish.ts';

/** Between Dribbble's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
/** Three times what Dribbble takes at most to work on a shot, as it says. */
const LATE_MS = 15 * 60_000;
const PAGE = 100;
const MOST_PAGES = 3;

/**
 * A shot that Dribbble has accepted has its number. Another one is looked for by its title: one of the same
 * title and other words is left to a person, because Dribbble may have changed the words. Never `repeatable`:
 * Dribbble has no key that would make a repeat safe.
 */
export const verify: Provider['verify'] = async ({ channel }, { prepared, sentAt, ref, isTaken }, ctx) => {
  const accepted = (ref as Ref | null)?.id;
  if (accepted) return verifyAccepted(channel, accepted, ctx);
  const { title, description, teamId } = prepared as Prepared;
  const { shots, complete } = await listShots(channel, ctx, MOST_PAGES);
  const alike = shots.filter(
    (shot) =>
      shot.id &&
      wordsOf(shot.title) === wordsOf(title) &&
      !(Date.parse(shot.published_at ?? '') < sentAt.getTime() - CLOCKS_MS) &&
      !isTaken?.(toPublished(String(shot.id), shot.html_url)),
  );
  const found = alike.find((shot) => wordsOf(shot.description) === wordsOf(description));
  if (found) {
    return { status: 'found', published: toPublished(String(found.id), found.html_url), byWords: true };
  }
  if (alike.length) {
    return {
      status: 'unknown',
      reason: `There is a shot with this title, but with other words: ${alike[0]?.html_url ?? ''}`,
    };
  }
  if (!complete) {
    return { status: 'unknown', reason: `The shot is not among the ${shots.length} that Dribbble listed` };
  }
  // Dribbble does not say whether the list has what was posted for a team.
  if (teamId !== null) return { status: 'unknown', reason: 'The shot is not among those of the account' };
  return {
    status: 'absent',
    evidence: `None of the account's ${shots.length} shots is this one`,
    afterMs: LATE_MS,
  };
};

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

/** Without tags, links and white space, which Dribbble adds and takes away. */
const wordsOf = (html: string | null | undefined): string =>
  convert(html ?? '', { wordwrap: false, selectors: [{ selector: 'a', options: { ignoreHref: true } }] })
    .normalize('NFC')
    .replace(/\s+/gu, '');

/** The account's shots; `complete`: there are no more than those. */
async function listShots(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  mostPages: number,
): Promise<{ shots: Shot[]; complete: boolean }> {
  const shots: Shot[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const listed = await call<readonly Shot[]>(channel, ctx, `user/shots?page=${page}&per_page=${PAGE}`);
    shots.push(...(listed ?? []));
    if ((listed ?? []).length < PAGE) return { shots, complete: true };
  }
  return { shots, complete: false };
}

/** The account's newest shots. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { shots } = await listShots(channel, ctx, 1);
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
