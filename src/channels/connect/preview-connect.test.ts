/** The message for a browser that a network sent back to where nobody is signed in. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startMastodon, type Mastodon } from '../../test/networks/mastodon/server.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish } from './fixtures/browser.ts';

interface Preview {
  readonly signIn: boolean;
  readonly message: string | null;
}
const PUBLIC = 'https://crier.example';
const [HERE, ELSEWHERE] = [{ headers: { origin: PUBLIC } }, { headers: { origin: 'http://localhost:5000' } }];
let crier: TestInstance;
let mastodon: Mastodon;
let ada: TestPerson;

beforeAll(async () => {
  crier = await startInstance({
    temporal: false,
    env: { FRONTEND_URL: PUBLIC, MAIN_URL: 'http://localhost:5000' },
  });
  mastodon = await startMastodon();
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await mastodon?.stop();
});

const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? '';
const byPerson = async (at = HERE): Promise<string> =>
  stateOf(await connectUrl(ada, 'mastodon', { externalUrl: mastodon.url }, at));
const byKey = async (): Promise<string> =>
  stateOf(
    (await crier.call<{ url: string }>('GET', `/social/mastodon?externalUrl=${mastodon.url}`)).body.url,
  );
const preview = (state: string, provider = 'mastodon'): Promise<Answer<Preview>> =>
  callApp<Preview>(
    crier,
    { method: 'POST', path: `/integrations/social/${provider}/look` },
    { body: { state }, ...HERE },
  );

/** What is said in English, with its code for readers of other languages. */
const said = (message: unknown): object => ({ message, explanation: expect.objectContaining({ message }) });

it('a preview explains that signing in helps when an API key began, and does not use up the state', async () => {
  const state = await byKey();
  for (const _ of [1, 2]) {
    expect(await preview(state)).toMatchObject({ status: 200, body: { signIn: true, message: null } });
  }
  expect((await finish(ada, 'mastodon', { state, error: 'access_denied' }, HERE)).body.code).toBe(
    'connect_denied',
  );
  expect((await preview(state)).body).toEqual({
    signIn: false,
    ...said(expect.stringContaining('used already')),
  });
});

it('a preview does not suggest signing in when the link has expired or belongs to another network', async () => {
  const state = await byKey();
  expect((await preview(state, 'slack')).body).toEqual({
    signIn: false,
    ...said(expect.stringContaining('another network')),
  });
  await sql(crier, 'update connect_state set expires_at = now() where used_at is null');
  expect((await preview(state)).body).toEqual({
    signIn: false,
    ...said(expect.stringContaining('older than one hour')),
  });
});

it('a preview names both hosts and the variable to set for a state begun under another host; under the same host it names another browser', async () => {
  expect((await preview(await byPerson(ELSEWHERE))).body).toEqual({
    signIn: false,
    ...said(
      expect.stringMatching(
        /^Invalid state: connecting began at localhost:5000 and came back to crier\.example\. Set FRONTEND_URL /,
      ),
    ),
  });
  expect((await preview(await byPerson())).body).toEqual({
    signIn: false,
    ...said(expect.stringContaining('another browser')),
  });
});

it('a preview knows nothing about an unknown state', async () => {
  for (const state of ['made-up', '']) {
    expect((await preview(state)).body).toEqual({
      signIn: false,
      ...said(expect.stringMatching(/^Invalid state: /)),
    });
  }
});
