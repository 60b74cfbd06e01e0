/** The guide and the OpenAPI document as one page. Without its script it is complete, only less handy. */
import type { OpenApiDocument } from './build-document.ts';
import { ID_FORM } from '../shapes.ts';
import { exampleCall } from './guide/examples.ts';
import { escape, languageChoice, samples, words } from './guide/html.ts';
import { guideLinks, renderGuide } from './guide/render-guide.ts';

interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly title?: string;
  readonly [limit: string]: unknown;
}

interface OperationNode {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: SchemaNode;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: SchemaNode; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, ResponseNode>>;
}

interface ResponseNode {
  readonly $ref?: string;
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: SchemaNode }>>;
}

const anchor = (name: string): string => name.replaceAll(/[^\w-]/g, '-');

const LIMITS = {
  minLength: '%s or more characters',
  maxLength: 'at most %s characters',
  minimum: 'from %s',
  maximum: 'to %s',
  minItems: 'at least %s',
  maxItems: 'at most %s',
  pattern: 'like %s',
  format: '%s',
  default: 'default %s',
} as const;

export function renderReference(document: OpenApiDocument): string {
  const shared = document.components.responses as Readonly<Record<string, unknown>>;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: withResponses(operation as OperationNode, shared),
    })),
  );
  const sections = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter((s) => s.operations.length);
  const schemas = Object.entries(document.components.schemas as Record<string, SchemaNode>);
  const base = document.servers[0]?.url ?? '';
  const contents = [
    ['Guide', guideLinks()],
    ...sections.map((s) => [s.name, s.operations.map(({ operation: o }) => [o.operationId, o.summary])]),
    ['Schemas', schemas.map(([name]) => [anchor(name), name])],
  ] as const;
  return page(document, {
    contents: contents.map(([title, entries]) => `<p>${title}</p>${links(entries as Links)}`).join(''),
    main: [
      renderGuide(base),
      ...sections.map(
        (s) =>
          `<section><h2>${s.name}</h2><p>${words(s.description)}</p>${s.operations.map((o) => renderOperation(base, o)).join('')}</section>`,
      ),
      `<section><h2>Schemas</h2><p>The parts of request and response bodies.</p>${schemas.map(renderSchema).join('')}</section>`,
    ].join(''),
  });
}

type Links = readonly (readonly [id: string, text: string])[];

/** Where the page notes whether its reader has a session, whose channels its script then asks for. */
export const SESSION_PLACE = 'data-session="no"';

function page({ info }: OpenApiDocument, { contents, main }: { contents: string; main: string }): string {
  const title = escape(info.title);
  const brand = `<a class="brand" href="/"><img src="/docs/mark.svg" alt="" width="28" height="28"><strong>Crier</strong></a>`;
  return `<!doctype html>
<html lang="en" ${SESSION_PLACE}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="icon" href="/docs/mark.svg" type="image/svg+xml"><link rel="stylesheet" href="/docs/guide.css"><script src="/docs/guide.js"></script></head><body>
<a class="skip" href="#content">Skip to content</a>
<header class="side">${brand}<nav aria-label="Contents">${contents}</nav></header>
<header class="bar">${brand}<details class="top"><summary>Contents</summary><nav aria-label="Contents">${contents}</nav></details></header>
<main id="content"><div class="head"><h1>${title}</h1><p>${words(info.description)}</p>
<p>Version ${escape(info.version)}. Programs can read <a href="/public/v1/openapi.json">openapi.json</a>.</p></div>
<div class="tools">${languageChoice()}<label class="channels" hidden>Channel in the examples <select></select></label></div>
${main}</main><p class="live" role="status"></p></body></html>`;
}

const renderSchema = ([name, schema]: readonly [string, SchemaNode]): string =>
  `<article id="${anchor(name)}"><div class="said"><h3>${escape(name)}</h3>${schema.description ? `<p>${words(schema.description)}</p>` : ''}${renderFields(schema)}</div></article>`;

/** The operation, with its references to shared responses resolved. */
function withResponses(operation: OperationNode, shared: Readonly<Record<string, unknown>>): OperationNode {
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    shared[response.$ref?.split('/').at(-1) ?? ''] ?? response,
  ]);
  return { ...operation, responses: Object.fromEntries(responses) as Record<string, ResponseNode> };
}

function links(entries: Links): string {
  return `<ul>${entries.map(([id, text]) => `<li><a href="#${id}">${escape(text)}</a></li>`).join('')}</ul>`;
}

interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationNode;
}

function renderOperation(base: string, { path, method, operation }: PlacedOperation): string {
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [[status = '', success], ...errors] = Object.entries(operation.responses) as [
    [string, ResponseNode],
    ...[string, ResponseNode][],
  ];
  const said = [
    `<h3>${escape(operation.summary)}</h3>`,
    `<p class="call"><b>${method.toUpperCase()}</b> <code>${escape(path)}</code>${operation.security ? ' <small>no API key required</small>' : ''}</p>`,
    operation.description ? `<p>${words(operation.description)}</p>` : '',
    operation.parameters.length ? table(operation.parameters.map(parameterRow)) : '',
    body ? `<h4>Body <small>${escape(type ?? '')}</small></h4>${renderFields(body.schema)}` : '',
    `<h4>Response <small>${status}</small></h4><p>${words(success?.description ?? '')}</p>`,
    renderFields(success?.content['application/json']?.schema ?? {}),
    `<details><summary>Errors</summary><dl>${errors.map(renderError).join('')}</dl></details>`,
  ];
  const shown = samples(base, exampleCall(method, path, operation));
  return `<article id="${operation.operationId}"><div class="said">${said.join('')}</div><div class="shown">${shown}</div></article>`;
}

const parameterRow = (p: OperationNode['parameters'][number]): [string, string, string] => [
  p.name,
  `${p.in}${p.required ? ', required' : ''}`,
  `${words(p.description)}${p.schema.enum ? `: ${kindOf(p.schema)}` : ''} ${limits(p.schema)}`,
];

/** `Bad Request: `code` message; `code` message`: a line for each code. */
function renderError([status, { description }]: [string, { readonly description: string }]): string {
  const [reason = '', ...rest] = description.split(': ');
  return `<dt>${status} ${escape(reason)}</dt>${rest
    .join(': ')
    .split(/; (?=`)/)
    .map((line) => `<dd>${words(line)}</dd>`)
    .join('')}`;
}

/** A table of the fields; the fields of an inner object follow it, with their path. */
function renderFields(schema: SchemaNode, path = ''): string {
  const rows = rowsOf(schema, path);
  return rows.length ? table(rows) : `<p>${kindOf(schema)}</p>`;
}

function rowsOf(schema: SchemaNode, path: string): [string, string, string][] {
  if (schema.items && !schema.properties) return rowsOf(schema.items, `${path}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, string, string][] => {
    const at = path ? `${path}.${name}` : name;
    const row: [string, string, string] = [
      at,
      `${kindOf(field)}${schema.required?.includes(name) ? ', required' : ''}`,
      said(field.description, field),
    ];
    return [row, ...rowsOf(field, at)];
  });
}

function kindOf(schema: SchemaNode): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#${anchor(name)}">${escape(name)}</a>`;
  }
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(kindOf).join(' or ');
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escape(String(value))}</code>`).join(' ');
  if (schema.items) return `list of ${kindOf(schema.items)}`;
  return escape([schema.type ?? 'any'].flat().join(' or '));
}

/** What a field means, and within which limits. */
function said(description: string | undefined, schema: SchemaNode): string {
  return [words(description ?? ''), limits(schema)].filter(Boolean).join(' ');
}

function limits(schema: SchemaNode): string {
  const stated = Object.entries(LIMITS).flatMap(([key, text]) =>
    schema[key] === undefined
      ? []
      : [schema[key] === ID_FORM ? 'a UUID' : text.replace('%s', () => String(schema[key]))],
  );
  return stated.length ? `<small>${escape(stated.join(', '))}</small>` : '';
}

function table(rows: readonly (readonly [string, string, string])[]): string {
  return `<table>${rows.map(([name, kind, text]) => `<tr><th scope="row"><code>${escape(name)}</code></th><td>${kind}</td><td>${text}</td></tr>`).join('')}</table>`;
}
