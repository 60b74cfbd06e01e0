import type { JsonSchema } from './contract.ts';

/** The schema of a network whose posts have no settings of their own. */
export const noSettings = (identifier: string): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: identifier } },
});
