/** The page on which a person agrees, and the token that follows (dev.mewe.com/authentication). */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { assertApp, ok, Refusal, type Answer, type Call } from './call.ts';
import type { Person, State } from './state.ts';

const LIVES_MS = 30 * 86_400_000;
const random = (): string => randomBytes(24).toString('base64url');

/** The page, with a button for each person. */
export function login(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'MeWe',
    action: '/login',
    problem: findProblem(state, values),
    buttons: state.people.map(({ id, name }) => ({ label: `Allow as ${name}`, account: id })),
    decline: 'Cancel',
    grant(chosen) {
      const person = state.people.find(({ id }) => id === chosen);
      if (!person) return null;
      const loginRequestToken = random();
      state.logins.set(loginRequestToken, person);
      return { loginRequestToken };
    },
    denied: {}, // MeWe does not say what a person who declines brings back; nothing is the least.
  });
}

function findProblem({ app }: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== app.id) return 'Unknown client_id';
  return app.redirectUris.includes(values.get('redirect_uri') ?? '') ? null : 'Unknown redirect_uri';
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
