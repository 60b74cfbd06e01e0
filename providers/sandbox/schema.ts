/** What a person fills in: the name of an account, and the settings of a post. */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';

export const fields: readonly ConnectField[] = [
  {
    name: 'name',
    label: 'Name',
    secret: false,
    required: false,
    default: 'Sandbox',
    help: 'Shown on the sandbox page',
    env: 'SANDBOX_NAME',
  },
];

/** A sandbox post has no settings of its own. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'sandbox' } },
  required: ['__type'],
};
