/**
 * Link cards: title, description and picture of a page, for networks that do not read the page themselves.
 */
import { uploadField } from './setting-fields.ts';
import type { ContentIssue, JsonSchema, MediaRules, Network, PublishRequest } from './contract.ts';
import { sentence } from './sentences/catalogue.ts';

/** Characters of a card; a page's own texts are cut to this length. */
export const CARD_LIMITS = { title: 300, description: 1000 } as const;

/** The setting `link` of a network whose cards Crier makes; `link.image` belongs into `settingsMedia`. */
export const linkField: JsonSchema = {
  type: ['boolean', 'object', 'null'],
  properties: {
    url: {
      type: ['string', 'null'],
      maxLength: 2048,
      if: { pattern: '^$|\\(post:' },
      else: { format: 'uri', pattern: '^https?://' },
      description: 'The page; default: the first link of the text',
    },
    title: { type: ['string', 'null'], maxLength: CARD_LIMITS.title, description: "Default: the page's own" },
    description: {
      type: ['string', 'null'],
      maxLength: CARD_LIMITS.description,
      description: "Default: the page's own",
    },
    image: uploadField("An upload; default: the page's own picture"),
  },
  additionalProperties: false,
  description:
    'Card of the link: on (default; made from the page that the text links to), off, or with ' +
    'texts and a picture of your own. Further parts of a thread get the card of their own first ' +
    'link, unless cards are off',
};

/** Limits of `link.image`, for `settingsMediaRules`: the card gets a JPEG of it. */
export const LINK_IMAGE: Partial<MediaRules> = {
  imageTypes: ['image/jpeg', 'image/png', 'image/webp'],
  maxImageBytes: 20_000_000,
  maxStillBytes: 20_000_000,
  image: {},
};

/** What a person wants of the card, read from the setting `link`. */
export interface LinkChoice {
  readonly url?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly image?: { readonly path: string } | null;
}

/** Null: no card. */
export function linkChoice({ link }: Readonly<Record<string, unknown>>, position: number): LinkChoice | null {
  if (link === false) return null;
  return position === 0 && typeof link === 'object' && link !== null ? (link as LinkChoice) : {};
}

/** Beside media there is no room for a card, and comments have none. */
export const mayHaveCard = (
  { linkCards, followUps }: Pick<Network, 'linkCards' | 'followUps'>,
  { item, settings }: Pick<PublishRequest, 'item' | 'settings'>,
): boolean =>
  linkCards === 'post' &&
  !item.media.length &&
  (item.position === 0 || followUps === 'reply') &&
  linkChoice(settings, item.position) !== null;

/** What is wrong with a card that a person has described: it has no page, or stands beside media. */
export function linkIssues(
  network: string,
  { item, settings }: Pick<PublishRequest, 'item' | 'settings'>,
): ContentIssue[] {
  const { link } = settings;
  if (item.position > 0 || typeof link !== 'object' || link === null) return [];
  if (item.media.length) return [{ path: 'settings.link', ...sentence('link_beside_media', { network }) }];
  const { url } = link as LinkChoice;
  if (url && !URL.canParse(url.replaceAll(/\(post:[0-9a-f-]{36}\)/gi, 'https://example.com/'))) {
    return [{ path: 'settings.link.url', ...sentence('not_a_web_url') }];
  }
  if (url || /https?:\/\//i.test(item.text)) return [];
  return [{ path: 'settings.link.url', ...sentence('link_without_url') }];
}
