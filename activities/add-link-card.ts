/** Adds the card of its link to a part, for a network that does not read the page itself. */
import type { CardPicture, LinkCard, PublishRequest } from '../providers/_kit/contract.ts';
import { linkChoice, mayHaveCard, type LinkChoice } from '../providers/_kit/link-card.ts';
import type { Sentence } from '../providers/_kit/sentences/fill.ts';
import { readLinkCard } from '../src/link-cards/link-card.ts';
import { cardPicture, type PageCard } from '../src/link-cards/read-page.ts';
import { ApiError } from '../src/platform/errors.ts';
import { sentence } from '../src/platform/sentences.ts';
import { countSlowPages, noteWithoutCard } from './ledger/note-without-card.ts';
import type { ClaimedPart } from './settle-error.ts';

/** A post that is due does not wait longer until the process for pictures has time for its own. */
const FIT_MS = 10_000;
/**
 * Pages that may keep a post waiting in vain, each as long as a page may take: what comes after has no card.
 */
const MAX_SLOW = 2;

/** What a card is made of. `url`: where it leads; `page`: what is read, where that is a short link. */
interface Wanted {
  readonly choice: LinkChoice;
  readonly url: string;
  readonly page: string;
  readonly signal: AbortSignal;
}

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
  claimed: ClaimedPart,
  request: PublishRequest,
  { choice, url, page, signal }: Wanted,
): Promise<LinkCard> {
  if (!URL.canParse(url)) throw new ApiError('fetch_failed', sentence('not_a_web_address'));
  const { deps, row, key } = claimed;
  const own = choice.title?.trim();
  const from = { url: page, organizationId: row.organizationId, signal };
  if (key.position > 0 && (await countSlowPages(deps.database, key.postId)) >= MAX_SLOW) {
    throw new ApiError('fetch_failed', sentence('pages_too_slow'));
  }
  const read = isWhole(choice)
    ? null
    : await readLinkCard(deps, from).catch((error: unknown) => {
        if (own && error instanceof ApiError) return null;
        throw error;
      });
  const { title = '', description = '' } = read ?? {};
  return {
    url,
    title: own || title,
    description: choice.description ?? description,
    picture: await pictureOf(claimed, request, { read, signal }),
  };
}

/** Nothing of the page is needed. */
const isWhole = ({ title, description, image }: LinkChoice): boolean =>
  Boolean(title?.trim() && typeof description === 'string' && image);

/** The picture that a person chose, or else the page's own. */
async function pictureOf(
  { deps, row, key }: ClaimedPart,
  { settingsMedia, item }: PublishRequest,
  { read, signal }: { read: PageCard | null; signal: AbortSignal },
): Promise<CardPicture | undefined> {
  const chosen = item.position === 0 ? settingsMedia?.['link.image'] : undefined;
  if (!chosen) return read?.picture ? asPicture(read.picture, '') : undefined;
  const { organizationId } = row;
  const ends = AbortSignal.any([signal, AbortSignal.timeout(FIT_MS)]);
  const fitted = await cardPicture(
    { ...deps, organizationId, ends },
    { body: (await chosen.blob()).stream(), mime: chosen.mime },
  );
  if (fitted) return asPicture(fitted, chosen.alt);
  await noteWithoutCard(deps.database, key, sentence('link_card_picture_left_out'));
  return undefined;
}

const asPicture = (bytes: Uint8Array, alt: string): CardPicture => ({
  kind: 'image',
  mime: 'image/jpeg',
  size: bytes.byteLength,
  fileName: 'link.jpg',
  alt,
  blob: async () => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }),
});
