/** Changes what goes over the wire, for networks that change a text or put less on a page. */
import { FormData } from 'undici';
import type { Json, ProviderContext } from './contract.ts';

type Fetch = ProviderContext['egress']['fetch'];
type Body = NonNullable<Parameters<Fetch>[1]>['body'];

const withFetch = (context: ProviderContext, fetch: Fetch): ProviderContext => ({
  ...context,
  egress: { fetch, webSocket: (...args) => context.egress.webSocket(...args) },
});

/**
 * The network stores a text other than the one sent: every text that contains `marker` is changed on its way.
 */
export const rewriting = (
  context: ProviderContext,
  marker: string,
  change: (text: string) => string,
): ProviderContext => {
  const text = (value: string): string => (value.includes(marker) ? change(value) : value);
  return withFetch(context, (url, init) =>
    context.egress.fetch(url, init?.body ? { ...init, body: bodyWith(init.body, text) } : init),
  );
};

function bodyWith(body: Body, text: (value: string) => string): Body {
  if (typeof body === 'string') return stringWith(body, text);
  if (!(body instanceof FormData)) return body;
  const form = new FormData();
  for (const [name, value] of body) {
    if (typeof value === 'string') form.append(name, stringWith(value, text));
    else form.append(name, value, value.name);
  }
  return form;
}

/** JSON, the fields of a form, or a text. */
function stringWith(body: string, text: (value: string) => string): string {
  try {
    return JSON.stringify(jsonWith(JSON.parse(body) as Json, text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!/^[^\s=&]+=[^\s]*$/.test(body)) return text(body);
  const fields = [...new URLSearchParams(body)].map(([name, value]): [string, string] => [name, text(value)]);
  return new URLSearchParams(fields).toString();
}

function jsonWith(value: Json, text: (value: string) => string): Json {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => jsonWith(one, text));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonWith(one, text)]));
}

/** The least that any of the networks puts on a page. */
export const SHORT_PAGE = 5;
const SIZES = /(^|[?&])(limit|max_results|maxResults|per_page|page_size|pageSize|first|count)=\d+/g;

/** The network puts five posts on a page, however many are asked for. */
export const onShortPages = (context: ProviderContext): ProviderContext => {
  const shorten = (query: string): string => query.replaceAll(SIZES, `$1$2=${SHORT_PAGE}`);
  return withFetch(context, (url, init) =>
    context.egress.fetch(
      shorten(String(url)),
      typeof init?.body === 'string' ? { ...init, body: shorten(init.body) } : init,
    ),
  );
};
