/**
 * Checks every JSON answer that a test gets against the OpenAPI document: the API must not answer what the
 * document does not declare.
 */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv, toIssues } from '../../providers/_kit/json-schema.ts';
import type { Context } from '../platform/context.ts';
import type { OpenApiDocument } from '../http/openapi/build-document.ts';
import type { Surface } from '../http/openapi/codes-of.ts';
import { appOperations, operations } from '../run/operations.ts';
import { documentOf } from '../http/routes/openapi.ts';

/**
 * One answer below `/public/v1`, or below `/api` to a session. `path` is the requested one, with its query,
 * without that prefix.
 */
export interface ReceivedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

/** Responses of one operation by status: inline, or the name of a shared one. */
type Responses = Readonly<Record<string, { readonly $ref?: string }>>;

const ID = 'urn:crier:openapi';
/** Answers without a body. */
const BODILESS = new Set([204, 304]);

/** The documents of this process; instances differ only in their URLs, which answers do not contain. */
const checkers: { [S in Surface]?: (answer: ReceivedAnswer) => void } = {};

/**
 * Checks an answer against this instance's document.
 * @throws Error with a message: an undeclared status, an undeclared code, a body that does not fit
 */
export function checkAnswer(
  context: Pick<Context, 'providers' | 'apiUrl'>,
  answer: ReceivedAnswer,
  surface: Surface = 'public',
): void {
  const check = (checkers[surface] ??= answerChecker(
    documentOf(context, surface === 'app' ? appOperations : operations, surface),
  ));
  check(answer);
}

/** Creates the check for a document's answers. */
export function answerChecker(document: OpenApiDocument): (answer: ReceivedAnswer) => void {
  // The document has OpenAPI keywords as well as those of JSON Schema. Defaults would hide missing values.
  // Each process compiles all schemas, for a few answers each. Without what makes checks fast, that takes a
  // quarter of the time.
  const ajv = createAjv({
    strict: false,
    useDefaults: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema({ ...document, $id: ID });
  const templates = Object.entries(document.paths)
    .map(([template, methods]) => ({
      template,
      methods,
      pattern: new RegExp(
        `^${template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      ),
    }))
    // `/posts/group/{group}` before `/posts/{id}/…`: literal paths win.
    .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length);

  return (answer) => {
    // RFC 9110 section 9.3.2: what GET answers, without the body.
    const head = answer.method.toUpperCase() === 'HEAD';
    const method = head ? 'get' : answer.method.toLowerCase();
    const path = answer.path.replace(/[?#].*$/, '');
    const found = templates.find(({ pattern, methods }) => pattern.test(path) && method in methods);
    const where = `${answer.method} ${answer.path.slice(0, 200)} → ${answer.status}`;
    if (!found) return checkUnknown(where, answer);
    const { responses } = found.methods[method] as { responses: Responses };
    if (!(answer.status in responses)) {
      throw new Error(
        `${where} ${codeOf(answer.body)}: the document has no such status for ${found.template}; it has ${Object.keys(responses).join(', ')}`,
      );
    }
    if (head || BODILESS.has(answer.status)) return;
    if (!/^application\/json\b/.test(answer.contentType ?? '')) {
      throw new Error(`${where}: the content type is ${answer.contentType}, not application/json`);
    }
    const response =
      responses[answer.status]?.$ref ??
      `#/${['paths', found.template, method, 'responses', String(answer.status)].map(escapePointer).join('/')}`;
    const pointer = `${response}/content/application~1json/schema`;
    const validate = ajv.getSchema(`${ID}${pointer}`) as ValidateFunction | undefined;
    if (!validate) throw new Error(`${where}: the document has no schema at ${pointer}`);
    if (!validate(answer.body)) {
      throw new Error(
        `${where} ${codeOf(answer.body)}: the answer is not what the document says: ${toIssues(validate)
          .map((i) => `${i.path} ${i.message}`)
          .join('; ')}\n${JSON.stringify(answer.body).slice(0, 1000)}`,
      );
    }
  };
}

/** What the document does not have does not exist, and is answered like every error. */
function checkUnknown(where: string, { status, body }: ReceivedAnswer): void {
  if (status !== 404 || codeOf(body) !== 'route_not_found') {
    throw new Error(
      `${where} ${codeOf(body)}: the document has no such operation, so the answer must be 404 route_not_found`,
    );
  }
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}

/** RFC 6901, then percent-encoding for a fragment. */
function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
