/** Requests and answers of the Graph API, as the stand-ins of Meta's networks see them. */
import type http from 'node:http';
import { answerConsent, type Consent } from '../_shared/consent.ts';
import { type Answer, Refusal } from '../_shared/stand-in.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

/** A request as the routes see it; `fields`: query and form together. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly fields: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  /** Of the file in its form. */
  readonly fileName?: string | undefined;
}

/** An error in the form of the Graph API. */
export const refusal = (
  status: number,
  message: string,
  { code, type = 'OAuthException', subcode }: { code: number; type?: string; subcode?: number },
): Refusal =>
  new Refusal({
    status,
    body: {
      error: {
        message,
        type,
        code,
        ...(subcode ? { error_subcode: subcode } : {}),
        fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW',
      },
    },
  });

export const parameter = (message: string): Refusal => refusal(400, message, { code: 100 });

/** `type`: how a network calls its errors of this kind. */
export const missing = (id: string, type = 'GraphMethodException'): Refusal =>
  refusal(
    400,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { code: 100, type, subcode: 33 },
  );

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** A page of a list, newest first, with its cursors (graph-api/results, "Cursor-based Pagination"). */
export function page<T>(
  { path, fields }: Pick<Call, 'path' | 'fields'>,
  all: readonly T[],
  show: (one: T) => unknown,
): Answer {
  const from = Number(fields.get('after') ?? 0);
  const end = from + Number(fields.get('limit') ?? 25);
  const cursors = { before: String(from), after: String(end) };
  const next = end < all.length ? { next: `https://graph.facebook.com${path}?after=${end}` } : {};
  return ok({ data: all.slice(from, end).map(show), paging: { cursors, ...next } });
}

/** Refuses what the documents do not name for this call. */
export function onlyFields({ fields }: Pick<Call, 'fields'>, known: readonly string[]): void {
  for (const name of fields.keys()) {
    if (name !== 'access_token' && !known.includes(name)) throw parameter(`Param ${name} is not supported`);
  }
}

/** The page in the browser, and where the button leads: `grant` makes the code. */
export function askConsent(
  { method, fields }: Call,
  page: Pick<Consent, 'action' | 'problem' | 'buttons'>,
  grant: (account: string) => string | undefined,
): Answer {
  const answer = answerConsent(method, fields, {
    ...page,
    network: 'Meta',
    decline: 'Cancel',
    grant(account) {
      const code = grant(account);
      return code === undefined ? null : { code };
    },
    denied: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
  });
  const back = answer.headers?.location;
  // As the documents warn: it is not part of the code.
  return back ? { ...answer, headers: { location: `${back}#_` } } : answer;
}
