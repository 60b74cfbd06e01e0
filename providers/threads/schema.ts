/** A post has no settings of its own. */
import type { JsonSchema } from '../_kit/contract.ts';

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'threads' } },
};
