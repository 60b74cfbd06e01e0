/** The end of the busy day: requests while tables are missing, and every list. */
import { finish } from '../../channels/connect/fixtures/browser.ts';
import { sql } from '../factories.ts';
import { eventually, type Answer, type TestInstance } from '../instance.ts';
import { callApp, type TestPerson } from '../person.ts';

/** Passwords of the day; none of them may be found anywhere. */
export const PASSWORDS = {
  first: 'canary horse battery 5e1f',
  second: 'canary horse battery 77d0',
  third: 'canary horse battery 41aa',
  smtp: 'canary-smtp-8c2b',
};
/** The first person. */
export const ADA = { name: 'Ada', email: 'ada@example.org' };

interface Failing {
  readonly crier: TestInstance;
  readonly ada: TestPerson;
  post(path: string, body: unknown): Promise<Answer<unknown>>;
  refuse(answer: Promise<Answer<unknown>>): Promise<void>;
  readonly canaries: Readonly<Record<string, string>>;
}

/** An internal error is logged with its cause, and the cause contains the statement. */
export async function databaseBreaks({ crier, ada, post, refuse, canaries }: Failing): Promise<void> {
  for (const [table, ...tries] of [
    [
      'user_account',
      () => post('/auth/login', { email: ADA.email, password: PASSWORDS.first }),
      () => post('/auth/reset', { token: canaries['reset link'], password: PASSWORDS.third }),
      () => ada.call('GET', '/auth/me'),
    ],
    [
      'membership',
      () =>
        post('/auth/register', {
          name: 'Kim',
          email: 'kim@example.org',
          password: PASSWORDS.second,
          invitation: canaries['invitation link'],
        }),
    ],
    [
      'oauth_code',
      () => ada.call('POST', '/oauth/authorize', { body: { client_id: 'pca_x', action: 'approve' } }),
    ],
    ['session', () => post('/auth/login', { email: ADA.email, password: PASSWORDS.first })],
    ['oauth_token', () => crier.call('GET', '/is-connected', { key: canaries['second access token'] ?? '' })],
    ['api_key', () => ada.call('POST', '/api-keys', { body: { name: 'x' } })],
    [
      'connect_state',
      () =>
        finish(ada, 'mastodon', {
          code: canaries['code of mastodon'] ?? '',
          state: canaries['state of mastodon'] ?? '',
        }),
    ],
  ] as const) {
    await sql(crier, `alter table ${table} rename to away`);
    try {
      for (const attempt of tries) await refuse(attempt());
    } finally {
      await sql(crier, `alter table away rename to ${table}`);
    }
  }
  // The account is created after the answer; the statement that fails there has the hash of the password
  // among its values.
  await sql(crier, 'alter table user_account add constraint away check (name <> $$Kim$$)');
  await post('/auth/register', { name: 'Kim', email: 'kim@example.org', password: PASSWORDS.second });
  await eventually('the failure is logged', () => crier.logs().includes('was not sent'));
  await sql(crier, 'alter table user_account drop constraint away');
}

/** Everything that lists what others have done. */
export async function readLists(crier: TestInstance, ada: TestPerson): Promise<string[]> {
  const answers: string[] = [];
  for (const path of [
    '/organization/audit',
    '/notifications',
    '/api-keys',
    '/user/oauth-apps',
    '/user/approved-apps',
    '/user/sessions',
    '/organization/members',
    '/organization/invitations',
    '/integrations',
    '/integrations/providers',
    '/users',
    '/openapi.json',
  ]) {
    answers.push((await ada.call('GET', path)).text);
  }
  for (const path of ['/oauth/token', '/auth/login', '/auth/setup']) {
    answers.push((await callApp<unknown>(crier, { method: 'GET', path }, {})).text);
  }
  return answers;
}
