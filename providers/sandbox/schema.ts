/** What a person fills in: the name of an account, and the settings of a post. */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';

export const fields: readonly ConnectField[] = [
  {
    name: 'name',
    label: 'Name',
    secret: false,
    required: false,
    default: 'Sandbox',
    help: 'Shown on the sandbox page. A name with a #tag opens the same account each time, others a new one',
    env: 'SANDBOX_NAME',
    known: ({ name }) => name,
  },
];

/** A sandbox post has no settings of its own. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'sandbox' } },
  required: ['__type'],
};
