/** Settings of a story (github.com/Medium/medium-api-docs, "Creating a post"). */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/** Medium shortens long texts instead of rejecting them; these limits are Crier's. */
const heading = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 2,
  maxLength: 1000,
  description,
});

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
    canonical: urlField('Address where the story was first published; http or https'),
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
      description:
        'Up to 4 tags as {value, label}; Medium uses only the first 3, and only those of up to 25 characters',
    },
  },
  required: ['title', 'subtitle'],
};
