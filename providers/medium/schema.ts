/** What a person enters to connect an account, and the settings of a story ("Creating a post"). */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

export const fields: readonly ConnectField[] = [
  {
    name: 'token',
    label: 'Integration token',
    secret: true,
    required: true,
    env: 'MEDIUM_TOKEN',
    help:
      'A token that you already have: Medium gives out no new ones, and no longer supports its API. At ' +
      'medium.com under Settings, Security and apps, Integration tokens',
  },
];

/** Medium shortens long texts instead of rejecting them; these limits are Crier's. */
const heading = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 2,
  maxLength: 1000,
  description,
});

/** The values of `publishStatus`. */
export const STATUSES = ['public', 'unlisted', 'draft'] as const;

export type Status = (typeof STATUSES)[number];

/** The values of `license`. */
const LICENSES = [
  'all-rights-reserved',
  'cc-40-by',
  'cc-40-by-sa',
  'cc-40-by-nd',
  'cc-40-by-nc',
  'cc-40-by-nc-nd',
  'cc-40-by-nc-sa',
  'cc-40-zero',
  'public-domain',
] as const;

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'medium' },
    title: heading(
      'Title of the story, at least 2 characters; if it has more than 100, Medium creates a title from the ' +
        'text instead',
    ),
    subtitle: heading('Line below the title, at least 2 characters'),
    canonical: urlField('URL where the story was first published; http or https'),
    publication: {
      type: ['string', 'null'],
      maxLength: 200,
      description:
        'ID of the publication; the tool `publications` lists those of the account. Default: the profile ' +
        'of the account',
    },
    tags: {
      type: ['array', 'null'],
      maxItems: 4,
      items: {
        type: 'object',
        properties: {
          value: { type: 'string', minLength: 1, maxLength: 200 },
          label: { type: ['string', 'null'], maxLength: 200 },
        },
        required: ['value'],
      },
      description: 'Up to 4 tags; Medium uses only the first 3, and only those of up to 25 characters',
    },
    publishStatus: {
      enum: [...STATUSES, null],
      description:
        'Who sees the story. Default: everyone, or, in a publication of which the account is a writer, its ' +
        'editors, who approve it',
    },
    license: {
      enum: [...LICENSES, '', null],
      description: 'License of the story: a Creative Commons license; default: all rights reserved',
    },
  },
  required: ['title', 'subtitle'],
};

/** Settings of a post, as they passed the schema. */
export interface Settings {
  readonly title: string;
  readonly subtitle: string;
  readonly canonical?: string | null;
  readonly publication?: string | null;
  readonly tags?: readonly { readonly value: string }[] | null;
  readonly publishStatus?: Status | null;
  readonly license?: (typeof LICENSES)[number] | '' | null;
}
