/** Settings of an article, and Hashnode's limits. */
import type { JsonSchema } from '../_kit/contract.ts';
import { uploadField, urlField } from '../_kit/setting-fields.ts';

/** Limits of Hashnode's GraphQL API (its reference: mutations, "Errors and limits"). Sizes in bytes. */
export const LIMITS = {
  /** A request may have 100 KB; a tenth of it is kept for the settings and the addresses of pictures. */
  body: 90_000,
  /** In code points. The lower bounds are those of existing clients; Hashnode names no upper ones. */
  title: { min: 6, max: 500 },
  subtitle: { min: 2, max: 500 },
  tags: 15,
  imageBytes: 8 * 1024 ** 2,
} as const;

/** The setting that names the cover. */
export const COVER = 'main_image';

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'hashnode' },
    title: {
      type: 'string',
      minLength: LIMITS.title.min,
      maxLength: LIMITS.title.max,
      description: 'Title of the article, at least 6 characters; its address is made of it',
    },
    subtitle: {
      type: ['string', 'null'],
      maxLength: LIMITS.subtitle.max,
      if: { pattern: '^$' },
      else: { minLength: LIMITS.subtitle.min },
      description: 'Subtitle, at least 2 characters; empty or absent: none',
    },
    [COVER]: uploadField('Cover: an uploaded picture of up to 8 MiB'),
    canonical: urlField('Address where the article appeared first; empty or absent: none'),
    publication: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Id of the publication to publish in (tool publications); Hashnode asks for its Pro plan',
    },
    tags: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.tags,
      items: {
        type: 'object',
        properties: {
          value: { type: ['string', 'integer', 'null'], maxLength: 250, description: 'Id of the tag' },
          label: {
            type: 'string',
            minLength: 1,
            maxLength: 250,
            description: 'Name of the tag; Hashnode makes those that it does not know',
          },
        },
        required: ['label'],
      },
      description: '1 to 15 tags, each as {"value", "label"} (tool tags)',
    },
  },
  required: ['title', 'publication', 'tags'],
};
