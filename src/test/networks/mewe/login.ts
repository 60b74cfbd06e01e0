/** The page on which a person agrees, and the token that follows (dev.mewe.com/authentication). */
import { randomBytes } from 'node:crypto';
import { assertApp, ok, Refusal, type Answer, type Call } from './call.ts';
import type { Person, State } from './state.ts';

const LIVES_MS = 30 * 86_400_000;
const random = (): string => randomBytes(24).toString('base64url');
const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (status: number, body: string): Answer => ({
  status,
  body: `<!doctype html><title>MeWe</title>${body}`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

/** The page, with a button for each person, and the form that it posts. */
export function login(state: State, call: Call): Answer {
  const values = call.method === 'POST' ? new URLSearchParams(call.body.toString()) : call.query;
  if (values.get('client_id') !== state.app.id) return page(400, '<p>Unknown client_id</p>');
  const redirectUri = values.get('redirect_uri') ?? '';
  if (!state.app.redirectUris.includes(redirectUri)) return page(400, '<p>Unknown redirect_uri</p>');
  if (call.method === 'GET') return page(200, buttons(state, values));
  const back = new URL(redirectUri);
  back.searchParams.set('state', values.get('state') ?? '');
  const person = state.people.find(({ id }) => id === values.get('person'));
  // MeWe does not say what a person who declines brings back; nothing is the least.
  if (person) {
    const request = random();
    state.logins.set(request, person);
    back.searchParams.set('loginRequestToken', request);
  }
  return { status: 302, body: null, headers: { location: back.href } };
}

function buttons({ people }: State, values: URLSearchParams): string {
  const hidden = [...values]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const form = (extra: string, label: string): string =>
    `<form method="post" action="/login">${hidden}${extra}<button>${label}</button></form>`;
  const allow = people.map(({ id, name }) =>
    form(`<input type="hidden" name="person" value="${id}">`, `Allow as ${escape(name)}`),
  );
  return `${allow.join('')}${form('', 'Cancel')}`;
}

/** The exchange; a request works once. */
export function token(state: State, { query, headers }: Call): Answer {
  assertApp(state, headers);
  if (headers['x-api-key'] !== state.app.key) throw new Refusal(401, 'Unknown application');
  const request = query.get('loginRequestToken') ?? '';
  const person = state.logins.get(request);
  if (!person) throw new Refusal(401, 'Invalid loginRequestToken');
  if (state.armed.pending > 0) {
    state.armed.pending--;
    return ok({ pending: true });
  }
  state.logins.delete(request);
  const { value, expiresAt } = issue(state, person);
  return ok({ apiToken: value, ...(state.armed.dateless ? {} : { expiresAt: expiresAt.toISOString() }) });
}

/** A token of a person. */
export function issue(state: State, person: Person): { value: string; expiresAt: Date } {
  const value = random();
  const expiresAt = new Date(state.now().getTime() + LIVES_MS);
  state.tokens.set(value, { person, expiresAt: expiresAt.getTime() });
  return { value, expiresAt };
}
