/**
 * Several accounts behind one sign-in: the person chooses. No network here opens several yet, so one is made
 * of the sandbox.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectedAccount, Provider } from '../../../providers/_kit/contract.ts';
import type { ProviderOAuth } from '../../../providers/_kit/oauth.ts';
import { UNKNOWN_ID, countRows, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, signedIn, type TestPerson } from '../../test/person.ts';
import { unknownAccount } from '../unknown-account.ts';
import { connectUrl, finish, type Finished } from './fixtures/browser.ts';

const EXPIRES = new Date('2031-01-01T00:00:00.000Z');
let crier: TestInstance;
let ada: TestPerson;
let accounts: ConnectedAccount[];
const page = (id: string, name: string): ConnectedAccount => ({
  internalId: id,
  name,
  picture: 'https://pages.example/p.png',
  profile: name.toLowerCase(),
  credentials: { token: `secret-of-${id}` },
  details: {},
  expiresAt: EXPIRES,
});

beforeAll(async () => {
  crier = await startInstance({
    temporal: false,
    env: { PAGES_ID: 'id', PAGES_SECRET: 'secret-of-the-app' },
  });
  ada = await addPerson(crier);
  const oauth: ProviderOAuth = {
    scopes: ['pages'],
    fields: [],
    app: { kind: 'env', idVariable: 'PAGES_ID', secretVariable: 'PAGES_SECRET' },
    pkce: async () => true,
    authorizeUrl: ({ app, state, challenge }) =>
      `https://pages.example/authorize?${new URLSearchParams({ client_id: app.id, state, code_challenge: challenge ?? '' })}`,
    exchange: async ({ verifier }) => (verifier ? accounts : []),
  };
  const sandbox = crier.context.providers.get('sandbox') as Provider;
  const pages: Provider = {
    ...sandbox,
    identifier: 'pages',
    name: 'Pages',
    connection: { kind: 'oauth' },
    oauth,
    env: ['PAGES_ID', 'PAGES_SECRET'].map((name) => ({ name, required: true, help: '' })),
  };
  (crier.context.providers as Map<string, Provider>).set('pages', pages);
});
beforeEach(async () => {
  accounts = [page('1', 'Bakery'), page('2', 'Garage')];
  await sql(crier, 'delete from integration');
});
afterAll(() => crier?.stop());

const arrive = async (query: Record<string, string> = {}): Promise<Answer<Finished & ErrorBody>> =>
  finish(ada, 'pages', {
    state: new URL(await connectUrl(ada, 'pages', query)).searchParams.get('state') ?? '',
    code: 'good',
  });
const choose = (connectId: string, accountId: string, person = ada): Promise<Answer<Finished & ErrorBody>> =>
  person.call('POST', '/integrations/social/pages/choose', { body: { connectId, accountId } });

describe('several accounts at one network', () => {
  it('are offered without their secrets, and nothing is stored before one is chosen', async () => {
    const { status, body, text } = await arrive();
    expect([status, body]).toEqual([
      201,
      {
        channel: null,
        approve: null,
        choose: {
          connectId: expect.any(String),
          askedByProgram: false,
          accounts: [
            ['1', 'Bakery'],
            ['2', 'Garage'],
          ].map(([id, name]) => ({
            id,
            name,
            picture: 'https://pages.example/p.png',
            profile: name?.toLowerCase(),
          })),
        },
      },
    ]);
    expect(`${text}${JSON.stringify(await sql(crier, 'select * from connect_state'))}`).not.toContain(
      'secret-of',
    );
    expect(await countRows(crier, 'integration')).toBe(0);
    const chosen = await choose(body.choose?.connectId ?? '', '2');
    expect([chosen.status, chosen.body]).toEqual([
      201,
      {
        channel: {
          id: expect.any(String),
          name: 'Garage',
          identifier: 'pages',
          picture: 'https://pages.example/p.png',
          reconnected: false,
        },
      },
    ]);
    expect(
      await sql(crier, 'select internal_id as id, name, expires_at = $1 as lasts from integration', [
        EXPIRES,
      ]),
    ).toEqual([{ id: '2', name: 'Garage', lasts: true }]);
  });

  it('are chosen from once, by the session that connected, and only from those offered', async () => {
    const { connectId = '' } = (await arrive()).body.choose ?? {};
    expect(refusal(await choose(connectId, '3'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['accountId'],
    });
    expect(refusal(await choose(connectId, '1', await signedIn(crier, ada.id)))).toEqual({
      status: 400,
      code: 'invalid_state',
    });
    expect(
      refusal(
        await choose(
          connectId,
          '1',
          await addPerson(crier, { organizationId: (await crier.anotherOrganization()).id }),
        ),
      ),
    ).toEqual({ status: 400, code: 'invalid_state' });
    expect(refusal(await choose(connectId, '1', await addPerson(crier, { role: 'member' })))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    expect(refusal(await choose(UNKNOWN_ID, '1'))).toEqual({ status: 400, code: 'invalid_state' });
    expect(refusal(await choose('abc', '1'))).toEqual({ status: 400, code: 'invalid_id' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => choose(connectId, '1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    expect(await sql(crier, "select 1 from connect_state where sealed <> ''")).toEqual([]);
    expect(await countRows(crier, 'integration')).toBe(1);
  });

  it('can be chosen from for an hour', async () => {
    const { connectId = '' } = (await arrive()).body.choose ?? {};
    await sql(crier, "update connect_state set expires_at = now() - interval '1 second' where id = $1", [
      connectId,
    ]);
    expect(refusal(await choose(connectId, '1'))).toEqual({ status: 400, code: 'invalid_state' });
  });

  it('are not offered when there is only one', async () => {
    accounts = [page('1', 'Bakery')];
    expect((await arrive()).body).toMatchObject({
      channel: { name: 'Bakery', reconnected: false },
      choose: null,
      approve: null,
    });
  });

  it('are refused when there are none', async () => {
    accounts = [];
    expect(refusal(await arrive())).toEqual({ status: 400, code: 'connect_denied' });
  });

  it('are not offered when a channel is reconnected: only its own account is accepted', async () => {
    const { channel } = (await choose((await arrive()).body.choose?.connectId ?? '', '2')).body;
    expect((await arrive({ refresh: channel?.id ?? '' })).body).toMatchObject({
      channel: { id: channel?.id, reconnected: true },
      choose: null,
      approve: null,
    });
    accounts = [page('1', 'Bakery'), page('3', 'Florist')];
    expect(refusal(await arrive({ refresh: channel?.id ?? '' }))).toEqual({
      status: 409,
      code: 'other_account',
    });
  });

  it.each([
    ['garage', null, 'the one that looks like it'],
    [null, 'Somebody', 'whichever the person chooses'],
  ])('fill in an imported channel (%s, %s): %s', async (profile, name, _which) => {
    const id = await insertChannel(crier, 'pages', { name: name ?? 'Anything' });
    await sql(crier, 'update integration set internal_id = $2, profile = $3 where id = $1', [
      id,
      unknownAccount(id),
      profile,
    ]);
    const arrived = (await arrive({ refresh: id })).body;
    const done = arrived.choose ? (await choose(arrived.choose.connectId, '2')).body : arrived;
    expect([Boolean(arrived.choose), done.channel]).toMatchObject([
      name !== null,
      { id, name: 'Garage', reconnected: true },
    ]);
  });

  it('start a run that renews their tokens, if these expire', async () => {
    accounts = [page('1', 'Bakery')];
    const { channel } = (await arrive()).body;
    expect(
      await sql(crier, "select subject_id as id from outbox where kind = 'refresh_token'"),
    ).toContainEqual({ id: channel?.id });
    accounts = [{ ...page('9', 'Lasting'), expiresAt: null }];
    const lasting = (await arrive()).body.channel;
    expect(
      await sql(crier, "select 1 from outbox where kind = 'refresh_token' and subject_id = $1", [
        lasting?.id,
      ]),
    ).toEqual([]);
  });

  it('are stored even when their names have characters that no database takes', async () => {
    accounts = [{ ...page('1', `Ba\0kery${'x'.repeat(1000)}`), picture: 'javascript:alert(1)' }];
    const { status, body } = await arrive();
    expect([
      status,
      body.channel?.name.slice(0, 8),
      body.channel?.name.length,
      body.channel?.picture,
    ]).toEqual([201, 'Bakeryxx', 200, null]);
  });
});
