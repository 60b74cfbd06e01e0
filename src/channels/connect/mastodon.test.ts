/** Connecting at an instance of Mastodon, through its pages. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startFaultFront, type FaultFront } from '../../test/networks/fault-front.ts';
import { startMastodon, type Mastodon } from '../../test/networks/mastodon/server.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { buildPost, createOne, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

let crier: TestInstance;
let mastodon: Mastodon;
let front: FaultFront;
let ada: TestPerson;
const account = { ada: '', ben: '' };
const server = (): Record<string, string> => ({ externalUrl: mastodon.url });
/** Goes through the pages as one of the accounts. */
const connect = async (as: string, query = server(), person = ada): ReturnType<typeof finish> =>
  finish(
    person,
    'mastodon',
    (await press(await connectUrl(person, 'mastodon', query), `Authorize as ${as}`)).query,
  );
const channels = async (): Promise<{ id: string; name: string; profile: string; refreshNeeded: boolean }[]> =>
  (
    await crier.call<{ id: string; name: string; profile: string; refreshNeeded: boolean }[]>(
      'GET',
      '/integrations',
    )
  ).body;
const tokenOf = async (id: string): Promise<string> => {
  const [row] = await sql<{ credentials: string }>(
    crier,
    'select credentials from integration where id = $1',
    [id],
  );
  return (
    JSON.parse(
      crier.context.secrets.open(row?.credentials ?? '', credentialsBinding(crier.organizationId, id)),
    ) as { token: string }
  ).token;
};

beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  mastodon = await startMastodon();
  front = await startFaultFront(mastodon.url);
  ada = await addPerson(crier, { name: 'Ada' });
  account.ada = mastodon.createAccount({ username: 'ada' }).id;
  account.ben = mastodon.createAccount({ username: 'ben' }).id;
});
beforeEach(async () => {
  await sql(crier, 'delete from post_group');
  await sql(crier, 'delete from integration');
});
afterAll(async () => {
  await crier?.stop();
  await Promise.all([front?.stop(), mastodon?.stop()]);
});

describe('connecting a channel on Mastodon', () => {
  it("goes through the server's pages and ends with a channel", async () => {
    const url = new URL(await connectUrl(ada, 'mastodon', server()));
    expect(`${url.origin}${url.pathname}`).toBe(`${mastodon.url}/oauth/authorize`);
    const redirectUri = `${crier.context.publicUrl}/integrations/social/mastodon`;
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: expect.any(String),
      redirect_uri: redirectUri,
      scope: 'read:accounts read:statuses write:statuses write:media',
      state: expect.stringMatching(/^[A-Za-z0-9]{43,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const back = await press(url.href, 'Authorize as ada');
    expect([back.to, Object.keys(back.query).sort(), back.query.state]).toEqual([
      redirectUri,
      ['code', 'state'],
      url.searchParams.get('state'),
    ]);
    const answer = await finish(ada, 'mastodon', back.query);
    const [channel] = await channels();
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        channel: {
          id: channel?.id,
          name: 'ada',
          identifier: 'mastodon',
          picture: expect.any(String),
          reconnected: false,
        },
        choose: null,
        approve: null,
      },
    ]);
    expect(channel).toMatchObject({
      name: 'ada',
      profile: `@ada@${new URL(mastodon.url).host}`,
      refreshNeeded: false,
    });
    expect(mastodon.apps().at(-1)).toMatchObject({
      redirectUri,
      scopes: ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'],
    });
  });

  it('registers one client per server, and another when the server has forgotten it', async () => {
    await connect('ada');
    const before = mastodon.apps().length;
    await connect('ben');
    expect(mastodon.apps()).toHaveLength(before);
    mastodon.forgetApps();
    expect((await connect('ada')).status).toBe(201);
    expect(mastodon.apps()).toHaveLength(1);
  });

  it("keeps the client secret and the account's token encrypted, and out of every answer", async () => {
    const answer = await connect('ada');
    const token = await tokenOf(answer.body.channel?.id ?? '');
    expect(token.length).toBeGreaterThan(20);
    const rows = JSON.stringify([
      await sql(crier, 'select * from provider_app'),
      await sql(crier, 'select * from connect_state'),
      await sql(crier, 'select * from integration'),
      await sql(crier, 'select * from audit_event'),
    ]);
    expect(rows).not.toContain(token);
    expect(answer.text).not.toContain(token);
    expect(
      await sql(crier, "select 1 from connect_state where used_at is not null and sealed <> ''"),
    ).toEqual([]);
  });

  it('works without PKCE on a server that does not support it', async () => {
    const old = await startMastodon({ version: '4.2.10' });
    old.createAccount({ username: 'cleo' });
    const url = new URL(await connectUrl(ada, 'mastodon', { externalUrl: old.url }));
    expect([url.searchParams.has('code_challenge'), url.searchParams.has('code_challenge_method')]).toEqual([
      false,
      false,
    ]);
    expect((await finish(ada, 'mastodon', (await press(url.href, 'Authorize as cleo')).query)).status).toBe(
      201,
    );
    await old.stop();
  });

  it('distinguishes two accounts that have the same id on two servers', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => startMastodon({ now: () => new Date('2026-01-01') })),
    );
    const ids = [one, two].map((instance) => instance?.createAccount({ username: 'dora' }).id);
    expect(ids[0]).toBe(ids[1]);
    const answers = [
      await connect('dora', { externalUrl: one?.url ?? '' }),
      await connect('dora', { externalUrl: two?.url ?? '' }),
    ];
    expect(answers.map(({ body }) => body.channel?.reconnected)).toEqual([false, false]);
    expect(await channels()).toHaveLength(2);
    await Promise.all([one?.stop(), two?.stop()]);
  });

  it('can be started with an API key and finished by an admin in a session', async () => {
    const { body } = await crier.call<{ url: string }>(
      'GET',
      `/social/mastodon?${new URLSearchParams(server())}`,
    );
    const { query } = await press(body.url, 'Authorize as ada');
    const [member, ben] = [
      await addPerson(crier, { role: 'member' }),
      await addPerson(crier, { organizationId: (await crier.anotherOrganization()).id }),
    ];
    expect(refusal(await finish(member, 'mastodon', query))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    const foreign = await finish(ben, 'mastodon', query);
    expect([refusal(foreign), foreign.body.message]).toEqual([
      { status: 400, code: 'invalid_state' },
      expect.stringContaining('another organisation'),
    ]);
    const admin = await addPerson(crier, { role: 'admin' });
    const asked = await finish(admin, 'mastodon', query);
    expect([asked.status, asked.body]).toMatchObject([
      201,
      { channel: null, choose: { askedByProgram: true, accounts: [{ name: 'ada' }] } },
    ]);
    expect(await channels()).toHaveLength(0);
    const choose = (person: TestPerson, connectId: string | undefined): Promise<Answer<ErrorBody>> =>
      person.call('POST', '/integrations/social/mastodon/choose', {
        body: { connectId, accountId: asked.body.choose?.accounts[0]?.id },
      });
    const { connectId } = asked.body.choose ?? {};
    expect(refusal(await choose(await addPerson(crier), connectId))).toEqual({
      status: 400,
      code: 'invalid_state',
    });
    expect((await choose(admin, connectId)).status).toBe(201);
    expect(await channels()).toHaveLength(1);
  });

  it('is recorded: who, what, and whether the channel existed before', async () => {
    const id = (await connect('ada')).body.channel?.id;
    await connect('ada');
    expect(
      await sql(
        crier,
        'select kind, user_id as who, detail from audit_event where subject_id = $1 order by id',
        [id],
      ),
    ).toEqual(
      ['channel_connected', 'channel_reconnected'].map((kind) => ({
        kind,
        who: ada.id,
        detail: { name: 'ada', provider: 'mastodon' },
      })),
    );
  });

  it('creates a separate channel for the same account in another organisation', async () => {
    const ben = await addPerson(crier, { organizationId: (await crier.anotherOrganization('Ben & Co')).id });
    const [first, second] = [await connect('ada'), await connect('ada', server(), ben)];
    expect([second.status, second.body.channel?.reconnected]).toEqual([201, false]);
    expect(second.body.channel?.id).not.toBe(first.body.channel?.id);
    expect((await channels()).map(({ id }) => id)).toEqual([first.body.channel?.id]);
  });
});

describe('reconnecting a channel', () => {
  it('keeps its id and its waiting posts, which continue', async () => {
    const id = (await connect('ada')).body.channel?.id ?? '';
    const post = await createOne(
      crier,
      buildPost([], {
        posts: [
          { integration: { id }, value: [{ content: 'Spring menu' }], settings: { __type: 'mastodon' } },
        ],
      }),
    );
    await sql(crier, 'update integration set refresh_needed = true where id = $1', [id]);
    await sql(crier, "update post set hold = 'channel' where id = $1", [post]);
    const before = await tokenOf(id);
    mastodon.revoke(before);
    const again = await connect('ada', { refresh: id });
    expect([again.status, again.body.channel]).toMatchObject([201, { id, reconnected: true }]);
    expect(await tokenOf(id)).not.toBe(before);
    expect(await channels()).toEqual([expect.objectContaining({ id, refreshNeeded: false })]);
    expect(await sql(crier, 'select hold, state from post where id = $1', [post])).toEqual([
      { hold: null, state: 'scheduled' },
    ]);
    expect(
      await sql(crier, "select kind from outbox where post_id = $1 and kind = 'wake_post'", [post]),
    ).toHaveLength(1);
  });

  it('refuses another account, and names both', async () => {
    const id = (await connect('ada')).body.channel?.id ?? '';
    const before = await tokenOf(id);
    const other = await connect('ben', { refresh: id });
    expect(refusal(other)).toEqual({ status: 409, code: 'other_account' });
    expect(other.body.message).toMatch(/At Mastodon this is ben .* but the channel is ada /);
    expect([await tokenOf(id), (await channels()).length]).toEqual([before, 1]);
    expect((await connect('ada', { refresh: id })).status).toBe(201);
  });

  it('requires a channel of that network and that organisation', async () => {
    const id = (await connect('ada')).body.channel?.id ?? '';
    const ben = await crier.anotherOrganization();
    const ask = (refresh: string, key = crier.apiKey, provider = 'mastodon') =>
      crier.call<ErrorBody>('GET', `/social/${provider}?refresh=${refresh}`, { key });
    expect(refusal(await ask('abc'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await ask('01900000-0000-7000-8000-000000000000'))).toEqual({
      status: 404,
      code: 'integration_not_found',
    });
    expect(refusal(await ask(id, ben.apiKey))).toEqual({ status: 403, code: 'foreign_resource' });
    expect(refusal(await ask(id, crier.apiKey, 'slack'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['refresh'],
    });
    expect((await ask(id)).status).toBe(200);
  });
});

describe("the network's message", () => {
  it('is passed on when the person denies access, which uses up the state', async () => {
    const { query } = await press(await connectUrl(ada, 'mastodon', server()), 'Deny');
    const denied = await finish(ada, 'mastodon', query);
    expect(refusal(denied)).toEqual({ status: 400, code: 'connect_denied' });
    expect(denied.body.message).toBe(
      'Mastodon: The resource owner or authorization server denied the request.',
    );
    expect(refusal(await finish(ada, 'mastodon', query))).toEqual({ status: 400, code: 'invalid_state' });
  });

  it('is passed on when the network refuses the code, without the code', async () => {
    const { query } = await press(await connectUrl(ada, 'mastodon', server()), 'Authorize as ada');
    const refused = await finish(ada, 'mastodon', {
      state: query.state ?? '',
      code: 'a-code-of-somebody-else',
    });
    expect(refusal(refused)).toEqual({ status: 400, code: 'connect_denied' });
    expect(refused.body.message).toContain('The provided authorization grant is invalid, expired, revoked');
    expect(await channels()).toEqual([]);
  });

  it('never quotes a secret that was sent', async () => {
    const { query } = await press(
      await connectUrl(ada, 'mastodon', { externalUrl: front.url }),
      'Authorize as ada',
    );
    front.arm(
      {
        kind: 'status',
        status: 400,
        body: JSON.stringify({
          error: 'invalid_grant',
          error_description: `The code ${query.code} is not good`,
        }),
      },
      ({ path }) => path === '/oauth/token',
    );
    const refused = await finish(ada, 'mastodon', query);
    expect(refused.body.message).toBe('Mastodon: The code [redacted] is not good (HTTP 400)');
  });

  it('is "Failed to fetch" with the host when the network cannot be reached, before and after the page', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const before = await ada.call<ErrorBody>('GET', `/social/mastodon?externalUrl=http://${nobody}`);
    expect([refusal(before), before.body.message]).toEqual([
      { status: 502, code: 'network_failed' },
      expect.stringMatching(`^Failed to fetch: ${nobody} `),
    ]);
    const { query } = await press(
      await connectUrl(ada, 'mastodon', { externalUrl: front.url }),
      'Authorize as ada',
    );
    front.arm({ kind: 'reset_after' }, ({ path }) => path === '/oauth/token');
    const after = await finish(ada, 'mastodon', query);
    expect([refusal(after), after.body.message]).toEqual([
      { status: 502, code: 'network_failed' },
      expect.stringMatching(`^Failed to fetch: ${new URL(front.url).host} `),
    ]);
    expect(await channels()).toEqual([]);
  });

  it('asks to wait when the network limits requests', async () => {
    front.arm(
      {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '30' },
        body: '{"error":"Too many requests"}',
      },
      ({ path }) => path.startsWith('/.well-known/oauth'),
    );
    const answer = await ada.call<ErrorBody>('GET', `/social/mastodon?externalUrl=${front.url}`);
    expect([refusal(answer), Number(answer.headers.get('retry-after')) > 20]).toEqual([
      { status: 503, code: 'network_busy' },
      true,
    ]);
  });
});
