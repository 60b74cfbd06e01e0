/**
 * Errors of the token and revocation endpoints, in the shape of RFC 6749, section 5.2: OAuth clients read
 * `error`, not our codes.
 */
import type { Middleware } from '../http/types.ts';
import { ApiError, errorKinds } from '../platform/errors.ts';

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
 * An error for an OAuth client. `description` is for its developer: printable ASCII without quotes (RFC 6749,
 * appendix A.8), and never a value that was sent.
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
export function answerAsOAuth(): Middleware {
  return async (ctx, next) => {
    ctx.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      await next();
    } catch (error) {
      const { status, code, message, headers } = toOAuthError(error);
      ctx.status = status;
      ctx.set({ ...headers });
      ctx.body = { error: code, error_description: message };
    }
  };
}

/** A body that could not be read. The parser's message would quote it, and with it the secret. */
function toOAuthError(error: unknown): Pick<OAuthError, 'status' | 'code' | 'message' | 'headers'> {
  if (error instanceof OAuthError) return error;
  if (error instanceof ApiError && error.status < 500) {
    return {
      status: error.status === 413 ? 413 : 400,
      code: 'invalid_request',
      message: errorKinds[error.code].message,
      headers: {},
    };
  }
  throw error;
}
