/**
 * Errors of the token and revocation endpoints, in the shape of RFC 6749, section 5.2: OAuth clients read
 * `error`, not our codes.
 */
import type { Operation } from '../http/operation.ts';
import type { Middleware } from '../http/types.ts';
import { ApiError } from '../platform/errors.ts';

/** The error codes of RFC 6749, sections 5.2 and 4.1.2.1, that these endpoints use, with their statuses. */
const STATUSES = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  temporarily_unavailable: 429,
} as const;

export type OAuthErrorCode = keyof typeof STATUSES;

/**
 * An error for an OAuth client. `description` is for its developer: printable ASCII without quotes (RFC
 * 6749, appendix A.8), and never a value that was sent.
 */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: OAuthErrorCode, description: string, headers: Readonly<Record<string, string>> = {}) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
    this.status = STATUSES[code];
    this.headers = headers;
  }
}

/**
 * Wraps an OAuth endpoint: its answers are never stored (RFC 6749, section 5.1), and its errors have OAuth's
 * shape, including those of the steps before the handler. Defects and an unavailable database answer as they
 * do everywhere.
 */
export function answerAsOAuth({ body }: Pick<Operation, 'body'>): Middleware {
  const parameters = new Set(Object.keys((body?.properties ?? {}) as object));
  return async (ctx, next) => {
    ctx.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      await next();
    } catch (error) {
      const { status, code, message, headers } = toOAuthError(error, parameters);
      ctx.status = status;
      ctx.set({ ...headers });
      ctx.body = { error: code, error_description: message };
    }
  };
}

function toOAuthError(
  error: unknown,
  parameters: ReadonlySet<string>,
): Pick<OAuthError, 'status' | 'code' | 'message' | 'headers'> {
  if (error instanceof OAuthError) return error;
  if (error instanceof ApiError && error.status < 500) {
    return {
      status: error.status === 413 ? 413 : 400,
      code: 'invalid_request',
      message: describeBody(error, parameters),
      headers: {},
    };
  }
  throw error;
}

/**
 * The problem of a body that could not be read, and the fix. The parser's own message would quote it, and
 * with it the secret; so would a name that is no parameter's.
 */
function describeBody(error: ApiError, parameters: ReadonlySet<string>): string {
  if (error.code === 'body_too_large') return `${error.message}: send the parameters of this endpoint alone`;
  if (error.code === 'invalid_json') {
    return 'The body is not valid JSON with each name once: correct it, or send a form (application/x-www-form-urlencoded)';
  }
  const issues = error.issues.map(({ path, message }) =>
    path === 'body' || parameters.has(path) ? `${path} ${message}` : `a parameter ${message}`,
  );
  return [error.message, issues.join('; ')].filter(Boolean).join(': ');
}
