/**
 * The parameters that an organisation adds to the query of links that are made short, such as
 * `utm_source={network}`: the statistics of its own pages then show where visitors came from.
 */

/** By network; `*` = of all others. */
export const linkParametersSchema = {
  type: 'object',
  maxProperties: 50,
  propertyNames: { pattern: '^(?:\\*|[a-z0-9-]{1,60})$' },
  additionalProperties: { type: 'string', maxLength: 500 },
  description:
    'What is added to the query of links that are made short, by network (`*`: of all others), as `name=value` joined by `&`; `{network}`, `{channel}` and `{campaign}` (the first tag of the post) are filled in',
} as const;

/** What the templates stand for. */
export interface LinkFacts {
  readonly network: string;
  readonly channel: string;
  /** The first tag of the post; empty without one. */
  readonly campaign: string;
}

const PLACE = /\{(network|channel|campaign)\}/g;

/**
 * The link with the parameters of its network. Its own query is left as it is, to the letter; a parameter
 * that it has already, or of which nothing is left, is not added.
 */
export function withParameters(
  url: string,
  templates: Readonly<Record<string, string>>,
  facts: LinkFacts,
): string {
  const template = templates[facts.network] ?? templates['*'] ?? '';
  const [beforeHash = '', ...hash] = url.split('#');
  const own = new URL(url).searchParams;
  const added = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(template)) {
    const filled = value.replaceAll(PLACE, (_, key: keyof LinkFacts) => facts[key]);
    if (name && filled && !own.has(name)) added.append(name, filled);
  }
  if (!added.size) return url;
  const joint = beforeHash.includes('?') ? (/[?&]$/.test(beforeHash) ? '' : '&') : '?';
  return [`${beforeHash}${joint}${added.toString()}`, ...hash].join('#');
}
