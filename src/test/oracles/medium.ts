/** Medium's own documents (github.com/Medium/medium-api-docs, README.md), as an oracle. */
import type { Exchange } from './exchange.ts';
import { readForm } from './form.ts';
import type { Finding, OracleCheck, Oracle } from './oracle.ts';

/** A row of a table: a field of a request, or of the object in an answer. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** A call that the documents describe; `{}` stands for an id. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly request: readonly Field[];
  readonly answer: readonly Field[];
  /** Media types of the one file of a form. */
  readonly fileTypes: readonly string[];
}

const ENDPOINT = /(GET|POST) https:\/\/api\.medium\.com(\/v1\S+)/;

/** The rows of the tables whose first column has this heading. */
function rowsOf(section: string, heading: string): Field[] {
  const rows: Field[] = [];
  let inside = false;
  for (const line of section.split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [name = '', type = '', third = ''] = cells;
    if (!cells.length) inside = false;
    else if (name === heading) inside = true;
    else if (inside && !name.startsWith('-')) {
      rows.push({ name, type, isRequired: third === 'required', description: cells.slice(2).join(' ') });
    }
  }
  return rows;
}

function operationsOf(text: string): Operation[] {
  const found: Operation[] = [];
  for (const section of text.split(/^#{2,4} .*$/m)) {
    const [, method = '', path = ''] = ENDPOINT.exec(section) ?? [];
    if (!method) continue;
    // "The definition of request data is equal to the regular call to create a post above."
    const regular = section.includes('equal to the regular call') ? found.at(-1) : undefined;
    found.push({
      method,
      path: path.replaceAll(/\{\{\w+\}\}/g, '{}'),
      request: [...(regular?.request ?? []), ...rowsOf(section, 'Parameter')],
      answer: [...(regular?.answer ?? []), ...rowsOf(section, 'Field')],
      fileTypes: [...section.matchAll(/^\* `(image\/\w+)`$/gm)].map((match) => match[1] ?? ''),
    });
  }
  return found;
}

/** `/v1/users/{}/posts` for the URL of a call: ids are all that differs. */
const templateOf = (path: string): string => path.replace(/^(\/v1\/(?:users|publications))\/[^/]+/, '$1/{}');

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  'string array': (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  bool: (value) => typeof value === 'boolean',
  timestamp: (value) => Number.isInteger(value),
};

/** What is wrong with an object by a table of its fields. */
function wrongFields(value: Readonly<Record<string, unknown>>, table: readonly Field[]): string[] {
  const wrong = table
    .filter(({ name, isRequired }) => isRequired && !(name in value))
    .map(({ name }) => `${name} is required`);
  for (const [name, one] of Object.entries(value)) {
    const field = table.find((row) => row.name === name);
    const choices = [...(field?.description.matchAll(/[“"]([^”"]+)[”"]/g) ?? [])].map((match) => match[1]);
    if (!field) wrong.push(`no field ${name}`);
    else if (!TYPES[field.type]?.(one)) wrong.push(`${name} is no ${field.type}`);
    else if (
      (field.type === 'enum' || name === 'contentFormat') &&
      choices.length &&
      !choices.includes(String(one))
    ) {
      wrong.push(`${name} has no value ${String(one)}`);
    }
  }
  return wrong;
}

const parse = (body: Buffer): unknown => JSON.parse(body.toString() || 'null');

async function wrongRequest({ request }: Exchange, operation: Operation): Promise<string[]> {
  if (operation.method === 'GET') return request.body.length ? ['a GET has no body'] : [];
  const type = request.headers['content-type'] ?? '';
  if (operation.fileTypes.length) {
    if (!type.startsWith('multipart/form-data')) return ['no form'];
    const fileType = /Content-Type: (\S+)/i.exec(request.body.toString('latin1'))?.[1] ?? '';
    const names = Object.keys(await readForm(request));
    return [
      ...(names.join() === 'image' ? [] : [`fields ${names.join()} in place of image`]),
      ...(operation.fileTypes.includes(fileType) ? [] : [`a file of the type ${fileType}`]),
    ];
  }
  if (!type.startsWith('application/json')) return [`content of the type ${type}`];
  return wrongFields(parse(request.body) as Record<string, unknown>, operation.request);
}

function wrongAnswer({ status, answer }: Exchange, { answer: table, method }: Operation): string[] {
  if (status >= 400) return [];
  const { data, ...rest } = parse(answer.body) as { data?: unknown };
  const objects = Array.isArray(data) ? data : [data];
  return [
    ...(status === (method === 'POST' ? 201 : 200) ? [] : [`status ${status}`]),
    ...(Object.keys(rest).length ? ['fields beside the envelope'] : []),
    ...objects.flatMap((one) => wrongFields((one ?? {}) as Record<string, unknown>, table)),
  ];
}

/** `text`: the README. A request that was refused is not checked: tests send wrong ones on purpose. */
export const mediumCheck = (text: string): OracleCheck => {
  const operations = operationsOf(text);
  return async (exchange): Promise<Finding[]> => {
    const path = templateOf(new URL(exchange.target, 'http://localhost').pathname);
    const name = `${exchange.method} ${path}`;
    const operation = operations.find((known) => known.path === path && known.method === exchange.method);
    if (!operation) return [{ side: 'request', operation: name, message: 'is not in the documents' }];
    const hasQuery = exchange.target.includes('?') ? ['a query'] : [];
    const refused = exchange.status >= 400;
    const asked = refused ? [] : [...hasQuery, ...(await wrongRequest(exchange, operation))];
    return [
      ...asked.map((message) => ({ side: 'request' as const, operation: name, message })),
      ...wrongAnswer(exchange, operation).map((message) => ({
        side: 'answer' as const,
        operation: name,
        message,
      })),
    ];
  };
};

export const mediumOracle: Oracle = { name: 'Medium', file: 'medium.md', check: mediumCheck, mistakes: [] };
