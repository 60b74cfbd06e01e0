/** What an organisation adds to the query of links that are made short, for the statistics of its own pages. */

/** By network; `*` = of all others. */
export const linkParametersSchema = {
  type: 'object',
  maxProperties: 50,
  propertyNames: { pattern: '^(?:\\*|[a-z0-9-]{1,60})$' },
  additionalProperties: { type: 'string', maxLength: 500 },
  description:
    'What is added to the query of links that are made short, by network (`*`: of all others), as `name=value` joined by `&`; `{network}`, `{channel}` and `{campaign}` are filled in',
} as const;
