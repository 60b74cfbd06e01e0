/** What the tools named `mentions` take: the composer asks them while a person writes "@ad". */
export const mentionsInput = {
  type: 'object',
  properties: { query: { type: 'string', minLength: 1, maxLength: 100 } },
  required: ['query'],
  additionalProperties: false,
} as const;
