/** Checks exchanges by Meta's tables: parameters with their types, and fields of the objects in an answer. */
import type { Exchange } from '../exchange.ts';
import type { Finding, OracleCheck } from '../oracle.ts';
import type { Edge, Table } from './tables.ts';

/** Fields of answers that are no objects (`{data, paging}`, `{success}`). */
const ENVELOPE = new Set(['id', 'data', 'paging', 'success', 'cursors']);
/** Parameters that every call may have. */
const COMMON = new Set(['fields', 'limit', 'after', 'before', 'access_token']);

/** The oracle of the objects in `tables`, by their names. */
export function metaCheck(tables: ReadonlyMap<string, Table>): OracleCheck {
  const edges = [...tables.values()].flatMap((table) => table.edges);
  return async (exchange) => {
    const { pathname } = new URL(exchange.target, 'https://graph.facebook.com');
    const path = pathname.replace(/^\/v\d+\.\d+(?=\/)/, '');
    const [, id = '', ...rest] = path.split('/');
    const endpoint = `/${rest.join('/')}`;
    const operation = `${exchange.method} ${path.replaceAll(/\/\d+(?:_\d+)?(?=\/|$)/g, '/{}')}`;
    const isNode = id === 'me' || /^\d+(?:_\d+)?$/.test(id);
    const same = isNode
      ? edges.filter((edge) => edge.method === exchange.method && edge.endpoint === endpoint)
      : [];
    if (!same.length) return [{ side: 'request', operation, message: 'is no call that the tables have' }];
    // What the stand-in refuses may be wrong on purpose.
    if (exchange.status >= 400) return [];
    const findings = fewest(same.map((edge) => checkParameters(edge, exchange)));
    const answers = fewest(same.map((edge) => checkAnswer(tables.get(edge.answers), exchange)));
    return [
      ...findings.map((message): Finding => ({ side: 'request', operation, message })),
      ...answers.map((message): Finding => ({ side: 'answer', operation, message })),
    ];
  };
}

const fewest = (lists: readonly string[][]): string[] =>
  lists.toSorted((a, b) => a.length - b.length)[0] ?? [];

function checkParameters({ parameters, enums }: Edge, { target, request }: Exchange): string[] {
  const query = [...new URL(target, 'http://localhost').searchParams];
  const fields = [...query, ...new URLSearchParams(request.body.toString())];
  return fields.flatMap(([name, value]) => {
    if (COMMON.has(name)) return [];
    const type = parameters[name];
    if (!type) return [`no parameter ${name}`];
    return isOfType(type, value, enums[`${name}_enum`] ?? enums[type])
      ? []
      : [`${name} is no ${type}: ${value}`];
  });
}

function isOfType(type: string, value: string, values: readonly string[] | undefined): boolean {
  if (values?.length) return values.includes(value.toUpperCase());
  if (type === 'bool') return /^(true|false)$/.test(value);
  if (type === 'int' || type === 'unsigned int') return /^\d+$/.test(value);
  // `children` of a carousel is a list in Meta's documents as well, written with commas.
  if (type.startsWith('list<')) return isJson(value, Array.isArray) || /^[\w,]+$/.test(value);
  if (type === 'map' || type === 'Object') return isJson(value, (one) => typeof one === 'object');
  return true;
}

function isJson(text: string, test: (value: unknown) => boolean): boolean {
  try {
    return test(JSON.parse(text));
  } catch {
    return false; // Not JSON: not of the type.
  }
}

function checkAnswer(table: Table | undefined, { answer }: Exchange): string[] {
  if (!table?.fields.size) return [];
  const body = JSON.parse(answer.body.toString()) as Record<string, unknown>;
  const objects = Array.isArray(body.data) ? (body.data as Record<string, unknown>[]) : [body];
  const names = new Set(objects.flatMap((one) => Object.keys(one)));
  return [...names]
    .filter((name) => !table.fields.has(name) && !ENVELOPE.has(name))
    .map((name) => `no field ${name}`);
}
