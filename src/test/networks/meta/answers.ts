/** Requests and answers of the Graph API, as the stand-ins of Meta's networks see them. */
import type http from 'node:http';

/** A request as the routes see it; `fields`: query and form together. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly fields: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
}

/** A string body is sent as HTML. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that ends the request. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`Meta answers ${answer.status}`);
    this.answer = answer;
  }
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

/** Refuses what the documents do not name for this call. */
export function onlyFields({ fields }: Pick<Call, 'fields'>, known: readonly string[]): void {
  for (const name of fields.keys()) {
    if (name !== 'access_token' && !known.includes(name)) throw parameter(`Param ${name} is not supported`);
  }
}

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (status: number, body: string): Answer => ({
  status,
  body: `<!doctype html><title>Meta</title>${body}`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

/** A page of consent: a button for each account, and the form that it posts. */
export interface Consent {
  readonly action: string;
  readonly buttons: readonly { readonly label: string; readonly account: string }[];
  readonly problem: string | null;
}

/** The page in the browser, and where the button leads: `grant` makes the code. */
export function answerConsent(
  { method, fields }: Call,
  { action, buttons, problem }: Consent,
  grant: (account: string) => string | undefined,
): Answer {
  if (problem) return page(400, `<p class="error">${escape(problem)}</p>`);
  if (method === 'GET') {
    const hidden = [...fields].map(
      ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
    );
    const form = (account: string, label: string): string =>
      `<form method="post" action="${action}">${hidden.join('')}<input type="hidden" name="account" value="${account}"><button>${escape(label)}</button></form>`;
    const all = [...buttons, { label: 'Cancel', account: '' }];
    return page(200, all.map(({ account, label }) => form(account, label)).join(''));
  }
  const back = new URL(fields.get('redirect_uri') ?? '');
  const code = grant(fields.get('account') ?? '');
  if (code) {
    back.searchParams.set('code', code);
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_code', '200');
    back.searchParams.set('error_description', 'Permissions error');
    back.searchParams.set('error_reason', 'user_denied');
  }
  back.searchParams.set('state', fields.get('state') ?? '');
  // As the documents warn: it is not part of the code.
  return { status: 302, body: '', headers: { location: `${back.href}#_` } };
}
