/** The card of a post's link: what a person chose of it, and of the page what they left open. */
import type { CardPicture, LinkCard, MediaFile } from '../../providers/_kit/contract.ts';
import type { LinkChoice } from '../../providers/_kit/link-card.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import { readLinkCard, type LinkCardDeps } from './link-card.ts';
import { cardPicture, type PageCard } from './read-page.ts';

/** A post that is due does not wait longer until the process for pictures has time for its own. */
const FIT_MS = 10_000;

/**
 * What a card is made of. `url`: where it leads; `page`: what is read, where that is a short link; `chosen`:
 * the picture that a person uploaded for it.
 */
export interface WantedLinkCard {
  readonly organizationId: string;
  readonly choice: LinkChoice;
  readonly url: string;
  readonly page: string;
  readonly chosen?: MediaFile | undefined;
  readonly signal: AbortSignal;
}

/** `isPictureLeftOut`: the chosen picture could not be fitted. */
export interface MadeLinkCard {
  readonly card: LinkCard;
  readonly isPictureLeftOut: boolean;
}

/** @throws ApiError where there is no page, and the person wrote no title */
export async function makeLinkCard(deps: LinkCardDeps, wanted: WantedLinkCard): Promise<MadeLinkCard> {
  const { organizationId, choice, url, page, chosen, signal } = wanted;
  if (!URL.canParse(url)) throw new ApiError('fetch_failed', sentence('not_a_web_url'));
  const own = choice.title?.trim();
  const read = isWhole(choice)
    ? null
    : await readLinkCard(deps, { url: page, organizationId, signal }).catch((error: unknown) => {
        if (own && error instanceof ApiError) return null;
        throw error;
      });
  const { title = '', description = '' } = read ?? {};
  const picture = await pictureOf(deps, wanted, read);
  return {
    card: { url, title: own || title, description: choice.description ?? description, picture },
    isPictureLeftOut: chosen !== undefined && picture === undefined,
  };
}

/** Nothing of the page is needed. */
const isWhole = ({ title, description, image }: LinkChoice): boolean =>
  Boolean(title?.trim() && typeof description === 'string' && image);

/** The picture that a person chose, or else the page's own. */
async function pictureOf(
  deps: LinkCardDeps,
  { organizationId, chosen, signal }: WantedLinkCard,
  read: PageCard | null,
): Promise<CardPicture | undefined> {
  if (!chosen) return read?.picture ? asPicture(read.picture, '') : undefined;
  const ends = AbortSignal.any([signal, AbortSignal.timeout(FIT_MS)]);
  const fitted = await cardPicture(
    { ...deps, organizationId, ends },
    { body: (await chosen.blob()).stream(), mime: chosen.mime },
  );
  return fitted ? asPicture(fitted, chosen.alt) : undefined;
}

const asPicture = (bytes: Uint8Array, alt: string): CardPicture => ({
  kind: 'image',
  mime: 'image/jpeg',
  size: bytes.byteLength,
  fileName: 'link.jpg',
  alt,
  blob: async () => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }),
});
