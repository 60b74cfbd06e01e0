/**
 * Checks by a vendor's Postman collection: every request has a method, a path and parameters that the
 * collection has, and an answer has the fields of its example.
 */
import type { Exchange } from './exchange.ts';
import type { Finding, OracleCheck } from './oracle.ts';

interface Item {
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly raw: string; readonly query?: readonly { readonly key: string }[] };
  };
  readonly response?: readonly { readonly body?: string }[];
}

interface Operation {
  readonly method: string;
  /** `/{}/insights`: `{}` stands for an id. */
  readonly path: string;
  readonly fields: ReadonlySet<string>;
  readonly answer: unknown;
}

/** Names of fields that the template lacks; an element of a list may be like any of the template's. */
function unknownFields(value: unknown, template: unknown, at: string): string[] {
  if (Array.isArray(value)) {
    const examples: unknown[] = Array.isArray(template) ? template : [];
    return value.flatMap((one) => fewest(examples.map((example) => unknownFields(one, example, at))));
  }
  if (typeof value !== 'object' || value === null || typeof template !== 'object' || template === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    name in template
      ? unknownFields(inner, (template as Record<string, unknown>)[name], `${at}${name}.`)
      : [`${at}${name}`],
  );
}

const fewest = (lists: readonly string[][]): string[] =>
  lists.toSorted((a, b) => a.length - b.length)[0] ?? [];

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null; // Some examples have placeholders where values belong; they leave the fields open.
  }
}

const pathOf = (raw: string): string =>
  raw
    .replace(/\?.*$/s, '')
    .replace(/^\{\{api_host\}\}/, '')
    .replaceAll(/\{\{\w+\}\}/g, '{}')
    .replace(/\/$/, '');

function operationsOf(items: readonly Item[]): Operation[] {
  return items.flatMap(({ item, request, response }) => {
    if (item) return operationsOf(item);
    if (!request) return [];
    const fields = new Set((request.url.query ?? []).map(({ key }) => key));
    return [
      { method: request.method, path: pathOf(request.url.raw), fields, answer: parse(response?.[0]?.body) },
    ];
  });
}

function fieldsOf({ target, request }: Exchange): string[] {
  const query = [...new URL(target, 'http://localhost').searchParams.keys()];
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  return [...query, ...(isForm ? new URLSearchParams(request.body.toString()).keys() : [])];
}

/** `text`: the collection, in Postman's format 2.1. The token of a call is not one of its parameters. */
export const postmanCheck = (text: string): OracleCheck => {
  const operations = operationsOf((JSON.parse(text) as { item: readonly Item[] }).item);
  return async (exchange) => {
    const { pathname } = new URL(exchange.target, 'http://localhost');
    const path = pathname.replace(/^\/v\d+\.\d+(?=\/)/, '').replaceAll(/\/\d+(?=\/|$)/g, '/{}');
    const operation = `${exchange.method} ${path}`;
    const same = operations.filter((one) => one.method === exchange.method && one.path === path);
    if (!same.length) return [{ side: 'request', operation, message: 'the collection has no such request' }];
    const known = new Set(same.flatMap(({ fields }) => [...fields]));
    const findings: Finding[] = fieldsOf(exchange)
      .filter((name) => name !== 'access_token' && !known.has(name))
      .map((name) => ({ side: 'request', operation, message: `no parameter ${name}` }));
    if (exchange.status >= 300) return findings;
    const answer = JSON.parse(exchange.answer.body.toString()) as unknown;
    const problems = fewest(same.map((one) => unknownFields(answer, one.answer, '')));
    return [
      ...findings,
      ...problems.map((name): Finding => ({ side: 'answer', operation, message: `no field ${name}` })),
    ];
  };
};
