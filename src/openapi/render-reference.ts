/** The OpenAPI document as one readable page: plain HTML, no scripts, printable, light and dark. */
import type { OpenApiDocument } from './build-document.ts';

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
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly description: string; readonly schema: SchemaNode }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: SchemaNode; readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Readonly<Record<string, { readonly schema: SchemaNode }>> }>>;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** Words with `code` in backticks. */
const words = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
const anchor = (name: string): string => name.replaceAll(/[^\w-]/g, '-');

const LIMITS = { minLength: '%s or more characters', maxLength: 'at most %s characters', minimum: 'from %s', maximum: 'to %s', minItems: 'at least %s', maxItems: 'at most %s', pattern: 'like %s', format: '%s', default: 'default %s' } as const;

/** The page. */
export function renderReference(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as OperationNode })));
  const sections = document.tags.map(({ name }) => ({ name, operations: operations.filter(({ operation }) => operation.tags.includes(name)) })).filter((s) => s.operations.length);
  const schemas = Object.entries(document.components.schemas as Record<string, SchemaNode>);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(document.info.title)}</title><style>${STYLE}</style></head><body>
<nav aria-label="Contents"><p><strong>${escape(document.info.title)}</strong><br>${escape(document.info.version)}</p>${sections.map((s) => `<h2>${s.name}</h2><ul>${s.operations.map(({ operation }) => `<li><a href="#${operation.operationId}">${escape(operation.summary)}</a></li>`).join('')}</ul>`).join('')}
<h2>Shapes</h2><ul>${schemas.map(([name]) => `<li><a href="#${anchor(name)}">${escape(name)}</a></li>`).join('')}</ul></nav>
<main><h1>${escape(document.info.title)}</h1><p>${words(document.info.description)}</p>
<p>The address is <code>${escape(document.servers[0]?.url ?? '')}</code>; the key goes into the header <code>Authorization</code>. For programs: <a href="/public/v1/openapi.json">openapi.json</a>.</p>
${sections.map((s) => `<section><h2>${s.name}</h2>${s.operations.map(renderOperation).join('')}</section>`).join('')}
<section><h2>Shapes</h2>${schemas.map(([name, schema]) => `<article id="${anchor(name)}"><h3>${escape(name)}</h3>${schema.description ? `<p>${words(schema.description)}</p>` : ''}${renderFields(schema)}</article>`).join('')}</section></main></body></html>`;
}

function renderOperation({ path, method, operation }: { path: string; method: string; operation: OperationNode }): string {
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [[status = '', success], ...refusals] = Object.entries(operation.responses) as [[string, OperationNode['responses'][string]], ...[string, OperationNode['responses'][string]][]];
  return `<article id="${operation.operationId}"><h3>${escape(operation.summary)}</h3>
<p class="call"><b>${method.toUpperCase()}</b> <code>${escape(path)}</code>${operation.security ? ' <small>no key needed</small>' : ''}</p>${operation.description ? `<p>${words(operation.description)}</p>` : ''}
${operation.parameters.length ? table(operation.parameters.map((p) => [p.name, `${p.in}${p.required ? ', required' : ''}`, `${words(p.description)}${p.schema.enum ? `: ${kindOf(p.schema)}` : ''} ${limits(p.schema)}`])) : ''}
${body ? `<h4>Body <small>${escape(type ?? '')}</small></h4>${renderFields(body.schema)}${body.example === undefined ? '' : `<pre>${escape(JSON.stringify(body.example, null, 1))}</pre>`}` : ''}
<h4>Answer <small>${status}</small></h4><p>${words(success?.description ?? '')}</p>${renderFields(success?.content['application/json']?.schema ?? {})}
<details><summary>Refusals</summary><ul>${refusals.map(([code, refusal]) => `<li><b>${code}</b> ${words(refusal.description)}</li>`).join('')}</ul></details></article>`;
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
    const row: [string, string, string] = [at, `${kindOf(field)}${schema.required?.includes(name) ? ', required' : ''}`, `${words(field.description ?? '')} ${limits(field)}`];
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

function limits(schema: SchemaNode): string {
  const said = Object.entries(LIMITS).flatMap(([key, text]) => (schema[key] === undefined ? [] : [text.replace('%s', () => String(schema[key]))]));
  return said.length ? `<small>${escape(said.join(', '))}</small>` : '';
}

function table(rows: readonly (readonly [string, string, string])[]): string {
  return `<div class="wide"><table>${rows.map(([name, kind, text]) => `<tr><th scope="row"><code>${escape(name)}</code></th><td>${kind}</td><td>${text}</td></tr>`).join('')}</table></div>`;
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d7dbe2,#363b45);--soft:light-dark(#f4f6f9,#1d2027);--dim:light-dark(#59616f,#a3abb8);--link:light-dark(#1d4ed8,#8ab4ff)}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr);background:light-dark(#fff,#14161b);color:light-dark(#1b1f27,#e6e9ee)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);background:var(--soft);font-size:.875rem}nav h2{font-size:.8rem;color:var(--dim);margin:1.25rem 0 .25rem}nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:.15rem 0;text-decoration:none;color:inherit}
a{color:var(--link)}nav a:hover{text-decoration:underline}main{padding:1.5rem clamp(1rem,4vw,3rem);max-width:70rem}article{border-top:1px solid var(--line);padding:1rem 0 1.5rem;scroll-margin-top:1rem}h1{margin-top:0;line-height:1.2}h3{margin:.25rem 0}h4{margin:1.25rem 0 .25rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875em}pre{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;overflow:auto}.call{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.5rem .75rem;overflow-wrap:anywhere}small{color:var(--dim);font-weight:400}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid var(--line)}th{font-weight:400;white-space:nowrap}td:nth-child(2){color:var(--dim);max-width:18rem}summary{cursor:pointer}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}th{white-space:normal;overflow-wrap:anywhere}}@media print{nav{display:none}body{display:block}}`;
