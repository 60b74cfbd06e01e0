/**
 * Settings of a Tumblr post (github.com/tumblr/docs: npf-spec.md, "Text Block Length"; api.md, "Posts -
 * Create or Reblog a Post").
 */
import type { JsonSchema } from '../_kit/contract.ts';

/** Code points of a text block, such as a title, and of the alternative text of a picture. */
export const MAX_BLOCK = 4096;

/** An optional URL; the empty string and null mean none. */
const webUrl = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength: 2048,
  description,
  if: { type: ['string', 'null'], maxLength: 0 },
  else: { type: 'string', format: 'uri', pattern: '^https?://' },
});

/** Every field is optional; the empty string means that there is none. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'tumblr' },
    title: {
      type: ['string', 'null'],
      maxLength: MAX_BLOCK,
      description: 'Heading above the post, up to 4,096 characters',
    },
    link: webUrl('URL that the post shows as a link card; http or https'),
    sourceUrl: webUrl('URL of the source, for content from elsewhere; http or https'),
    tags: {
      type: ['string', 'null'],
      maxLength: 4096,
      description: 'Tags, separated by commas: "spring, menu"',
    },
  },
};

/** Settings of a post, with null for everything that is empty. */
export interface Settings {
  readonly title: string | null;
  readonly link: string | null;
  readonly sourceUrl: string | null;
  readonly tags: string | null;
}

export function settingsOf(settings: Readonly<Record<string, unknown>>): Settings {
  const text = (name: string): string | null => {
    const value = settings[name];
    return typeof value === 'string' && value.trim() ? value.trim() : null;
  };
  return { title: text('title'), link: text('link'), sourceUrl: text('sourceUrl'), tags: text('tags') };
}

/** The scopes that a person grants: `offline_access` is what lets a token be renewed. */
export const SCOPES = ['write', 'offline_access'] as const;
