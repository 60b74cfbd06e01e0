/** Settings of a story on Medium (github.com/Medium/medium-api-docs, "Creating a post"). */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/**
 * Medium refuses no text for its length, and takes less of it than it is given; the bounds of texts are those
 * of this product.
 */
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
      'Title of the story, at least 2 characters; of one with more than 100 Medium makes its own title out of the text',
    ),
    subtitle: heading('Line under the title, at least 2 characters'),
    canonical: urlField('Address where the story was published first; http or https'),
    publication: {
      type: ['string', 'null'],
      maxLength: 200,
      description:
        'Id of the publication; the tool `publications` lists those of the account. None for the profile of the account',
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
        'Up to 4 tags as {value, label}; Medium uses the first 3, and none of more than 25 characters',
    },
  },
  required: ['title', 'subtitle'],
};
