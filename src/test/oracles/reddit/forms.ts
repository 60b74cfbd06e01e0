/** The form of a request: its endpoint, its fields, and what kind of value each has. */
import type { SeenRequest } from '../../networks/reddit/server.ts';
import type { Exchange } from './recordings.ts';

/** The kind of a field's value, by its value alone. */
export type Kind = 'boolean' | 'number' | 'name of a thing' | 'url' | 'list' | 'text' | 'empty';

export interface Form {
  /** Method and path, with `*` for the names of subreddits and people. */
  readonly endpoint: string;
  /** How the caller identifies itself: `bearer`, `basic`, or nothing. */
  readonly scheme: string | null;
  readonly type: string | null;
  readonly query: Readonly<Record<string, Kind>>;
  readonly fields: Readonly<Record<string, Kind>>;
  /** The value of `kind` (of a submission) or `grant_type`, whose fields differ. */
  readonly variant: string;
}

const HOSTS = new Set(['oauth.reddit.com', 'www.reddit.com', '127.0.0.1', 'localhost']);

const endpointOf = (method: string, path: string): string =>
  `${method} ${path
    .replace(/^(\/(?:r|user))\/[^/]+/, '$1/*')
    .replace(/^\/api\/v1\/[^/]+(?=\/post_requirements)/, '/api/v1/*')}`;

/** The form of a recorded request; null for one to another host, such as the storage of uploads. */
export function formOfExchange(exchange: Exchange): Form | null {
  const { method, url, requestHeaders, requestBody } = exchange;
  if (!HOSTS.has(url.hostname)) return null;
  return toForm(
    { method, path: url.pathname, query: url.searchParams, headers: requestHeaders },
    requestBody,
  );
}

/** The form of a request that reached the stand-in. */
export function formOfRequest({ method, path, query, headers, body }: SeenRequest): Form {
  const known = new Headers();
  for (const [name, value] of Object.entries(headers)) known.set(name, String(value));
  return toForm({ method, path, query: new URLSearchParams(query), headers: known }, body.toString());
}

function toForm(
  at: { method: string; path: string; query: URLSearchParams; headers: Headers },
  body: string,
): Form {
  const type = body ? (at.headers.get('content-type')?.split(';')[0]?.trim() ?? null) : null;
  const fields =
    type === 'application/json'
      ? Object.entries(JSON.parse(body) as Record<string, unknown>)
      : type === 'application/x-www-form-urlencoded'
        ? [...new URLSearchParams(body)]
        : [];
  const values = Object.fromEntries(fields);
  return {
    endpoint: endpointOf(at.method, decodeURIComponent(at.path)),
    scheme: at.headers.get('authorization')?.split(' ')[0]?.toLowerCase() ?? null,
    type,
    query: kindsOf([...at.query]),
    fields: kindsOf(fields),
    variant: String(values.kind ?? values.grant_type ?? ''),
  };
}

const kindsOf = (entries: readonly (readonly [string, unknown])[]): Record<string, Kind> =>
  Object.fromEntries(entries.map(([name, value]) => [name, kindOf(value)]));

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean' || /^(true|false)$/i.test(String(value))) return 'boolean';
  const text = String(value ?? '');
  if (!text) return 'empty';
  if (/^\d+$/.test(text)) return 'number';
  if (/^t\d_\w+$/.test(text)) return 'name of a thing';
  return /^https?:\/\//.test(text) ? 'url' : 'text';
}

/** What is wrong with a form of ours, beside those of real clients; empty when nothing is. */
export function differences(ours: Form, recorded: readonly Form[]): string[] {
  const same = recorded.filter((form) => form.endpoint === ours.endpoint);
  const alike = same.filter((form) => form.variant === ours.variant);
  if (!alike.length) return [`${ours.endpoint} ${ours.variant}: is not recorded`];
  const at = `${ours.endpoint}${ours.variant ? ` ${ours.variant}` : ''}`;
  const found: string[] = [];
  for (const part of ['scheme', 'type'] as const) {
    if (!alike.some((form) => form[part] === ours[part])) found.push(`${at}: ${part} is ${ours[part]}`);
  }
  for (const part of ['query', 'fields'] as const) {
    // A field that one kind of submission has, others may have too.
    const known = same.map((form) => form[part]);
    for (const [name, kind] of Object.entries(ours[part])) {
      const kinds = known.flatMap((fields) => fields[name] ?? []);
      if (!kinds.length) found.push(`${at}: ${name} is not recorded`);
      else if (!kinds.includes(kind)) found.push(`${at}: ${name} is ${kind}, recorded as ${kinds[0]}`);
    }
    const [first = {}, ...rest] = alike.map((form) => form[part]);
    const everywhere = Object.keys(first).filter((name) => rest.every((fields) => name in fields));
    for (const name of everywhere) {
      if (!(name in ours[part])) found.push(`${at}: ${name} is missing`);
    }
  }
  return found;
}

/** The names of the parts of a multipart body, in their order. */
export const partNames = (body: string): string[] =>
  [...body.matchAll(/content-disposition: form-data; name="([^"]+)"/gi)].map(([, name = '']) => name);
