/** Settings of a post, and Kick's limits. */
import type { JsonSchema } from '../_kit/contract.ts';

/** Characters of a chat message (docs.kick.com, "Chat": `content`, max 500). */
export const MAX_CHARACTERS = 500;

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'kick' } },
};
