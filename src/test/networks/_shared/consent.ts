/** The page on which a person lets an app in, as stand-ins of networks show it in a browser. */
import type { Answer, Call } from './stand-in.ts';

/** What a network's own page says and does. */
export interface Consent {
  /** Names the page. */
  readonly network: string;
  /** Where its forms are posted to. */
  readonly action: string;
  /** Why the app may not ask: nobody is sent back. */
  readonly problem: string | null;
  readonly buttons: readonly { readonly label: string; readonly account: string }[];
  /** The button of a person who does not agree. */
  readonly decline: string;
  /** What the browser brings back for the account of a button; null = it is nobody's. */
  grant(account: string): Back | null;
  /** What it brings back otherwise. */
  readonly denied: Back;
}
type Back = Readonly<Record<string, string>>;

/** The parameters with which the app asks: of the page, or of the form that it posts. */
export const valuesOf = ({ method, query, body }: Pick<Call, 'method' | 'query' | 'body'>): URLSearchParams =>
  method === 'POST' ? new URLSearchParams(body.toString()) : query;

/** The page with a button for each account, or where the pressed button sends the browser. */
export function answerConsent(method: string, values: URLSearchParams, consent: Consent): Answer {
  const { network, problem } = consent;
  if (problem !== null) return page(400, network, `<p class="error">${escape(problem)}</p>`);
  if (method !== 'POST') return page(200, network, formsOf(values, consent));
  const back = new URL(values.get('redirect_uri') ?? '');
  const brought = {
    ...(consent.grant(values.get('account') ?? '') ?? consent.denied),
    state: values.get('state'),
  };
  for (const [name, value] of Object.entries(brought)) back.searchParams.set(name, value ?? '');
  return { status: 302, body: '', headers: { location: back.href } };
}

function formsOf(values: URLSearchParams, { action, buttons, decline }: Consent): string {
  const hidden = (fields: Iterable<readonly [string, string]>): string =>
    [...fields]
      .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
      .join('');
  return [...buttons, { label: decline, account: '' }]
    .map(
      ({ label, account }) =>
        `<form method="post" action="${action}">${hidden([...values, ['account', account]])}<button>${escape(label)}</button></form>`,
    )
    .join('');
}

const page = (status: number, title: string, body: string): Answer => ({
  status,
  body: `<!doctype html><title>${title}</title>${body}`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
