/** Settings of a post to LinkedIn (learn.microsoft.com/linkedin: MultiImage, Documents API). */
import type { JsonSchema } from '../_kit/contract.ts';

/**
 * Settings for the network `identifier`. LinkedIn documents no maximum length for the title of a document.
 */
export function settingsOf(identifier: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      __type: { const: identifier },
      post_as_images_carousel: {
        type: ['boolean', 'null'],
        default: false,
        description: 'Whether the pictures (at least 2, no video) become one document to page through',
      },
      carousel_name: {
        type: ['string', 'null'],
        maxLength: 1000,
        description: 'Title of that document; default: slides',
      },
    },
  };
}
