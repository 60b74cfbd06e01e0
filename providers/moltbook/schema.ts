/** Settings of a Moltbook post (www.moltbook.com/skill.md, "Create a post"). */
import type { JsonSchema } from '../_kit/contract.ts';

/** The network documents no maximum length for the name of a community; this one is Crier's. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'moltbook' },
    submolt: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'Name of the submolt to post in, as after m/ in its URL; the tool `submolts` lists ' +
        'the largest. The one called general is open to everyone',
    },
  },
  required: ['submolt'],
};
