/**
 * The parameters that an organisation adds to the query of links that are made short, such as
 * `utm_source={network}`: the statistics of its own pages then show where visitors came from.
 */
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

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

const NAMES: readonly (keyof LinkFacts)[] = ['network', 'channel', 'campaign'];
const PLACE = new RegExp(`\\{(${NAMES.join('|')})\\}`, 'g');

/**
 * Refuses a name in braces that is not filled in: it would stand in every link. What is stored already stays,
 * so that an organisation can be moved with it.
 *
 * @throws ApiError `invalid_request`
 */
export function assertPlaces(templates: Readonly<Record<string, string>>): void {
  const issues = Object.entries(templates).flatMap(([network, template]) => {
    const places = [...template.matchAll(/\{([\w-]+)\}/g)].map(([, name = '']) => name);
    const unknown = places.find((name) => !(NAMES as readonly string[]).includes(name));
    if (unknown === undefined) return [];
    const known = NAMES.map((name) => `{${name}}`);
    return [
      { path: `linkParameters.${network}`, ...sentence('unknown_place', { given: `{${unknown}}`, known }) },
    ];
  });
  if (issues.length) throw new ApiError('invalid_request', { issues });
}

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
