/** Adds the card of its link to a part, for a network that does not read the page itself. */
import type { LinkCard, PublishRequest } from '../providers/_kit/contract.ts';
import { linkChoice, mayHaveCard } from '../providers/_kit/link-card.ts';
import type { Sentence } from '../providers/_kit/sentences/fill.ts';
import { makeLinkCard, type WantedLinkCard } from '../src/link-cards/make-card.ts';
import { ApiError } from '../src/platform/errors.ts';
import { sentence } from '../src/platform/sentences.ts';
import { countSlowPages, noteWithoutCard } from './ledger/note-without-card.ts';
import type { ClaimedPart } from './settle-error.ts';

/**
 * Pages that may keep a post waiting in vain, each as long as a page may take: what comes after has no card.
 */
const MAX_SLOW = 2;

/**
 * The request with its card. Nothing that is wrong with a card stops the post: where the page cannot be read,
 * it has what the person wrote, or there is none, which the timeline reports.
 */
export async function addLinkCard(
  claimed: ClaimedPart,
  request: PublishRequest,
  signal: AbortSignal,
): Promise<PublishRequest> {
  const { deps, provider, key } = claimed;
  const { item, settings } = request;
  const choice = linkChoice(settings, item.position);
  const url = choice?.url || item.link?.url;
  if (!choice || !url || !mayHaveCard(provider, request)) return request;
  const page = choice.url || (item.link?.page ?? url);
  try {
    const linkCard = await cardOf(claimed, request, { choice, url, page, signal });
    return { ...request, item: { ...item, linkCard } };
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ApiError)) deps.log.warn({ err: error }, 'a link card could not be made');
    await noteWithoutCard(deps.database, key, { ...explanationOf(error), page: page.slice(0, 200) });
    return request;
  }
}

const explanationOf = (error: unknown): Sentence =>
  error instanceof ApiError ? error.sentence : sentence('link_card_not_made');

/** @throws ApiError where there is no page, and the person wrote no title */
async function cardOf(
  { deps, row, key }: ClaimedPart,
  { item, settingsMedia }: PublishRequest,
  wanted: Pick<WantedLinkCard, 'choice' | 'url' | 'page' | 'signal'>,
): Promise<LinkCard> {
  if (key.position > 0 && (await countSlowPages(deps.database, key.postId)) >= MAX_SLOW) {
    throw new ApiError('fetch_failed', sentence('pages_too_slow'));
  }
  const chosen = item.position === 0 ? settingsMedia?.['link.image'] : undefined;
  const made = await makeLinkCard(deps, { ...wanted, chosen, organizationId: row.organizationId });
  if (made.isPictureLeftOut) {
    await noteWithoutCard(deps.database, key, sentence('link_card_picture_left_out'));
  }
  return made.card;
}
