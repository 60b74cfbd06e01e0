/**
 * The state of connecting: whose it is, how often and for how long it is valid, and the message for a person
 * who comes back with another one.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startMastodon, type Mastodon } from '../../test/networks/mastodon/server.ts';
import { countRows, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, signedIn, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press, type Finished } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
let crier: TestInstance;
let mastodon: Mastodon;
let ada: TestPerson;
/** Where the person's browser has the app open. */
const at = (origin: string): { headers: Record<string, string> } => ({ headers: { origin } });
const begin = async (person = ada, options = at(PUBLIC)): Promise<Record<string, string>> =>
  (
    await press(
      await connectUrl(person, 'mastodon', { externalUrl: mastodon.url }, options),
      'Authorize as ada',
    )
  ).query;
const come = (
  query: Record<string, string>,
  person = ada,
  options = at(PUBLIC),
): Promise<Answer<Finished & ErrorBody>> => finish(person, 'mastodon', query, options);
const INVALID = { status: 400, code: 'invalid_state' };

beforeAll(async () => {
  crier = await startInstance({
    temporal: false,
    env: { FRONTEND_URL: PUBLIC, MAIN_URL: 'http://localhost:5000' },
  });
  mastodon = await startMastodon();
  mastodon.createAccount({ username: 'ada' });
  ada = await addPerson(crier);
});
beforeEach(() => sql(crier, 'delete from integration'));
afterAll(async () => {
  await crier?.stop();
  await mastodon?.stop();
});

describe('a state', () => {
  it('is random, and stored as a hash', async () => {
    const states = await Promise.all(
      Array.from(
        { length: 5 },
        async () =>
          new URL(
            await connectUrl(ada, 'mastodon', { externalUrl: mastodon.url }, at(PUBLIC)),
          ).searchParams.get('state') ?? '',
      ),
    );
    expect([new Set(states).size, states.every((state) => state.length >= 43)]).toEqual([5, true]);
    const rows = JSON.stringify(await sql(crier, 'select * from connect_state'));
    expect(states.filter((state) => rows.includes(state))).toEqual([]);
  });

  it('is valid once', async () => {
    const query = await begin();
    expect((await come(query)).status).toBe(201);
    const again = await come(query);
    expect([refusal(again), again.body.message]).toEqual([
      INVALID,
      'Invalid state: this link was used already. Connect the channel again from the beginning',
    ]);
    expect(await countRows(crier, 'integration')).toBe(1);
  });

  it('creates one channel for 20 simultaneous finishes', async () => {
    const query = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => come(query)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 400),
    ]);
    expect(answers.filter(({ status }) => status === 400).map(refusal)).toEqual(
      Array.from({ length: 19 }, () => INVALID),
    );
    expect(await countRows(crier, 'integration')).toBe(1);
  });

  it('creates one channel when the same account is connected twice at the same time', async () => {
    const queries = [await begin(), await begin()];
    const answers = await Promise.all(queries.map((query) => come(query)));
    expect(answers.map(({ body }) => body.channel?.reconnected).sort()).toEqual([false, true]);
    expect(await countRows(crier, 'integration')).toBe(1);
  });

  it('is valid for an hour by the database clock', async () => {
    const [young, old] = [await begin(), await begin()];
    const age = (query: Record<string, string>, interval: string) =>
      sql(
        crier,
        `update connect_state set expires_at = expires_at - interval '${interval}' where state_hash = encode(sha256($1::bytea), 'hex')`,
        [query.state],
      );
    await age(young, '59 minutes');
    await age(old, '60 minutes');
    const late = await come(old);
    expect([refusal(late), late.body.message]).toEqual([
      INVALID,
      expect.stringContaining('older than one hour'),
    ]);
    expect((await come(young)).status).toBe(201);
    expect((await come(old)).body.code).toBe('invalid_state');
  });

  it('is bound to the session that asked, even against another one of the same person', async () => {
    const query = await begin();
    for (const person of [await signedIn(crier, ada.id), await addPerson(crier, { role: 'admin' })]) {
      const answer = await come(query, person);
      expect([refusal(answer), answer.body.message]).toEqual([
        INVALID,
        expect.stringContaining('another browser'),
      ]);
    }
    expect((await come(query)).status).toBe(201);
  });

  it('is bound to the organisation, also when the session that asked works in another one by then', async () => {
    const query = await begin();
    const { id } = await crier.anotherOrganization();
    await sql(crier, "insert into membership (organization_id, user_id, role) values ($1, $2, 'owner')", [
      id,
      ada.id,
    ]);
    const switchTo = (organizationId: string): Promise<unknown> =>
      ada.call('POST', '/organization/switch', { body: { organizationId } });
    await switchTo(id);
    const answer = await come(query);
    await switchTo(crier.organizationId);
    expect([refusal(answer), answer.body.message]).toEqual([
      INVALID,
      expect.stringContaining('another organisation'),
    ]);
    expect((await come(query)).status).toBe(201);
  });

  it('is bound to the organisation, and to the network', async () => {
    const query = await begin();
    const other = await crier.anotherOrganization();
    const ben = await addPerson(crier, { organizationId: other.id });
    expect((await come(query, ben)).body).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('another organisation'),
    });
    expect(await sql(crier, 'select 1 from integration')).toEqual([]);
    const fake = crier.context.providers.get('mastodon');
    if (!fake) throw new Error('no mastodon');
    (crier.context.providers as Map<string, typeof fake>).set('elsewhere', {
      ...fake,
      identifier: 'elsewhere',
    });
    expect((await finish(ada, 'elsewhere', query, at(PUBLIC))).body).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('another network'),
    });
    expect((await come(query)).status).toBe(201);
  });

  it('ends with the session', async () => {
    const leaving = await signedIn(crier, ada.id);
    const query = await begin(leaving);
    await sql(crier, 'delete from session where id = $1', [leaving.sessionId]);
    expect(refusal(await come(query, leaving))).toEqual({ status: 401, code: 'not_signed_in' });
    expect(refusal(await come(query, await signedIn(crier, ada.id)))).toEqual(INVALID);
  });

  it('is required', async () => {
    const { code = '' } = await begin();
    for (const body of [{ code }, { code, state: '' }, { code, state: 'made-up' }, {}] as Record<
      string,
      string
    >[]) {
      expect(refusal(await come(body))).toEqual(INVALID);
    }
    expect((await come({ code })).body.message).toContain('the network sent no state back');
    expect((await come({ code, state: 'made-up' })).body.message).toContain(
      'used already, or is older than one hour',
    );
  });

  it('is useless without the CSRF token or without a session', async () => {
    const query = await begin();
    expect(refusal(await finish(ada, 'mastodon', query, { csrf: null }))).toEqual({
      status: 403,
      code: 'csrf_failed',
    });
    expect(
      refusal(
        await callApp<ErrorBody>(
          crier,
          { method: 'POST', path: '/integrations/social/mastodon' },
          { body: query },
        ),
      ),
    ).toEqual({ status: 401, code: 'not_signed_in' });
    expect((await come(query)).status).toBe(201);
  });
});

describe('a browser that comes back under another host', () => {
  it('learns both hosts, and which variable to change', async () => {
    const query = await begin(ada, at('http://localhost:5000'));
    const answer = await come(query, await signedIn(crier, ada.id), at(PUBLIC));
    expect(refusal(answer)).toEqual(INVALID);
    expect(answer.body.message).toMatch(
      /began at localhost:5000 and came back to crier\.example\. Set FRONTEND_URL /,
    );
  });

  it('learns them for an unknown state too', async () => {
    const answer = await come({ state: 'made-up', code: 'x' }, ada, at('http://localhost:5000'));
    expect(answer.body.message).toMatch(
      /began at crier\.example and came back to localhost:5000\. Set FRONTEND_URL /,
    );
  });

  it('learns no hosts when the state was already used', async () => {
    const query = await begin(ada, at('http://localhost:5000'));
    expect((await come(query)).status).toBe(201);
    expect((await come(query)).body.message).not.toContain('FRONTEND_URL');
  });
});

describe('starting a connection', () => {
  it('takes an admin with a session or an API key, and nobody else', async () => {
    const member = await addPerson(crier, { role: 'member' });
    expect(refusal(await member.call<ErrorBody>('GET', '/social/mastodon'))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    const ask = (key: string | null) =>
      crier.call<ErrorBody & { url: string }>('GET', `/social/mastodon?externalUrl=${mastodon.url}`, { key });
    expect(refusal(await ask(null))).toEqual({ status: 401, code: 'no_api_key' });
    expect((await ask(crier.apiKey)).body.url).toMatch(new RegExp(`^${mastodon.url}/oauth/authorize\\?`));
  });

  it('needs an existing network', async () => {
    const ask = (provider: string) => crier.call<ErrorBody & { url: string }>('GET', `/social/${provider}`);
    expect(refusal(await ask('friendster'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['provider'],
    });
    expect(refusal(await ask('constructor'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['provider'],
    });
  });

  it('leads to the web app for a network that takes credentials', async () => {
    expect((await crier.call('GET', '/social/discord')).body).toEqual({ url: `${PUBLIC}/settings/channels` });
    expect(refusal(await finish(ada, 'discord', { state: 'x', code: 'y' }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['provider'],
    });
  });
});
