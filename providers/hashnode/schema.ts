/** The field to connect an account, and settings and limits of an article. */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';
import { uploadField, urlField } from '../_kit/setting-fields.ts';

/** Limits of Hashnode's GraphQL API (its reference: mutations, "Errors and limits"). Sizes in bytes. */
export const LIMITS = {
  /** A request may have 100 KB, of which a tenth is reserved for settings and URLs of pictures. */
  body: 90_000,
  /** In code points. The minimums are those of existing clients; Hashnode documents no maximums. */
  title: { min: 6, max: 500 },
  subtitle: { min: 2, max: 500 },
  tags: 15,
  imageBytes: 8 * 1024 ** 2,
} as const;

export const fields: readonly ConnectField[] = [
  {
    name: 'apiKey',
    label: 'Personal access token',
    secret: true,
    required: true,
    env: 'HASHNODE_TOKEN',
    help: 'hashnode.com, Account Settings, Developer, Generate New Token. The publication needs the Pro plan',
  },
];

/** Settings of an article, as they passed the schema. */
export interface Settings {
  readonly title: string;
  readonly subtitle?: string | null;
  readonly canonical?: string | null;
  readonly publication: string;
  readonly series?: string | null;
  readonly tags: readonly { readonly label: string }[];
}

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
      description: 'Title of the article, at least 6 characters, from which the URL is made',
    },
    subtitle: {
      type: ['string', 'null'],
      maxLength: LIMITS.subtitle.max,
      if: { pattern: '^$' },
      else: { minLength: LIMITS.subtitle.min },
      description: 'Optional subtitle of at least 2 characters',
    },
    [COVER]: uploadField('Cover: an uploaded picture of up to 8 MiB'),
    canonical: urlField('URL where the article first appeared. Optional'),
    publication: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'ID of the publication (tool publications); Hashnode requires its Pro plan',
    },
    series: {
      type: ['string', 'null'],
      maxLength: 100,
      description: 'ID of a series of the publication (tool series). Optional',
    },
    tags: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.tags,
      items: {
        type: 'object',
        properties: {
          value: { type: ['string', 'integer', 'null'], maxLength: 250, description: 'ID of the tag' },
          label: {
            type: 'string',
            minLength: 1,
            maxLength: 250,
            description: 'Name of the tag; Hashnode creates new ones',
          },
        },
        required: ['label'],
      },
      description: '1 to 15 tags (tool tags)',
    },
  },
  required: ['title', 'publication', 'tags'],
};
