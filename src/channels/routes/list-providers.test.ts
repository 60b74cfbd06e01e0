import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMastodon, type Mastodon } from '../../test/networks/mastodon/server.ts';
import { buildPost, buildTarget, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { declaredNetworks } from '../../test/write-registry.ts';

interface Listed {
  readonly identifier: string;
  readonly name: string;
  readonly connect: string;
  readonly unofficial: string | null;
  readonly ready: boolean;
  readonly missing: string[];
  readonly fields: { name: string; secret: boolean; required: boolean; default: string | null }[];
  readonly credentials: { name: string }[] | null;
}

let crier: TestInstance;
let ada: TestPerson;
let mastodon: Mastodon;
beforeAll(async () => {
  mastodon = await startMastodon();
  crier = await startInstance({
    temporal: false,
    env: {
      MASTODON_URL: mastodon.url,
      MASTODON_TOKEN: 'token-of-the-environment',
      DISCORD_BOT_TOKEN_ID: 'bot-token-of-the-environment',
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await mastodon?.stop();
});

describe('GET /integrations/providers', () => {
  it('lists the networks, how each is connected, and what a person enters', async () => {
    const { status, body, text } = await ada.call<Listed[]>('GET', '/integrations/providers');
    expect(status).toBe(200);
    expect(body.map(({ identifier }) => identifier).toSorted()).toEqual(
      declaredNetworks()
        .map(({ identifier }) => identifier)
        .toSorted(),
    );
    expect(body.map(({ name }) => name)).toEqual(
      body.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other)),
    );
    const listed = (identifier: string): Listed | undefined =>
      body.find((network) => network.identifier === identifier);
    expect(listed('mastodon')).toMatchObject({
      connect: 'oauth',
      ready: true,
      missing: [],
      fields: [{ name: 'instance', secret: false, default: mastodon.url }],
      credentials: [{ name: 'instance' }, { name: 'token' }],
    });
    expect(listed('slack')).toMatchObject({
      connect: 'oauth',
      ready: false,
      missing: ['SLACK_ID', 'SLACK_SECRET'],
      fields: [],
      credentials: [{ name: 'token' }],
    });
    expect(listed('moltbook')).toMatchObject({ connect: 'credentials', unofficial: expect.any(String) });
    expect(listed('sandbox')).toMatchObject({
      unofficial: null,
      connect: 'credentials',
      ready: true,
      missing: [],
      credentials: null,
    });
    expect(
      body
        .flatMap(({ fields }) => fields)
        .filter(({ secret, default: initial }) => secret && initial !== null),
    ).toEqual([]);
    expect(text).not.toContain('of-the-environment');
  });

  it('is for anybody who is signed in', async () => {
    const member = await addPerson(crier, { role: 'member' });
    expect((await member.call('GET', '/integrations/providers')).status).toBe(200);
    expect(refusal(await member.call<ErrorBody>('GET', '/integrations/providers', { cookie: null }))).toEqual(
      { status: 401, code: 'not_signed_in' },
    );
  });
});

describe('a network that the operator hides', () => {
  let hiding: TestInstance;
  let grace: TestPerson;
  beforeAll(async () => {
    hiding = await startInstance({ temporal: false, env: { CRIER_HIDDEN_NETWORKS: 'moltbook,slack' } });
    grace = await addPerson(hiding);
  });
  afterAll(() => hiding?.stop());

  it('is not listed, and others are', async () => {
    const { body } = await grace.call<Listed[]>('GET', '/integrations/providers');
    const listed = body.map(({ identifier }) => identifier);
    expect(listed).not.toContain('moltbook');
    expect(listed).not.toContain('slack');
    expect(listed).toContain('telegram');
  });

  it('is refused with a message wherever it would be connected, and is no suggestion', async () => {
    const hidden = { status: 400, code: 'network_hidden' };
    const form = await grace.call<ErrorBody>('POST', '/integrations/connect/moltbook', {
      body: { fields: { apiKey: 'moltbook_sk_of_somebody' } },
    });
    expect([refusal(form), form.body.message]).toEqual([
      hidden,
      'The operator of this instance does not offer Moltbook (CRIER_HIDDEN_NETWORKS)',
    ]);
    expect(refusal(await grace.call<ErrorBody>('GET', '/social/slack'))).toEqual(hidden);
    const back = { body: { state: 'x', code: 'y' } };
    expect(refusal(await grace.call<ErrorBody>('POST', '/integrations/social/slack', back))).toEqual(hidden);
    const app = { body: { clientId: '8421.77', clientSecret: 'as-slack-shows-it' } };
    const own = await grace.call<ErrorBody>('PUT', '/integrations/providers/slack/app', app);
    expect(refusal(own)).toEqual(hidden);
    const unknown = await grace.call<ErrorBody>('POST', '/integrations/connect/myspace', {
      body: { fields: {} },
    });
    expect(unknown.text).toContain('telegram');
    expect(unknown.text).not.toContain('moltbook');
  });

  it('keeps publishing for the channels that it has', async () => {
    const channel = await insertChannel(hiding, 'moltbook');
    const post = buildPost([], {
      posts: [buildTarget(channel, { settings: { __type: 'moltbook', submolt: 'general' } })],
    });
    expect((await hiding.call('POST', '/posts', { body: post })).status).toBe(201);
  });
});

describe('POST /integrations/connect/{provider}', () => {
  const connect = (
    provider: string,
    fields: unknown,
    person = ada,
    refresh?: string,
  ): Promise<Answer<ErrorBody & { channel: { id: string } }>> =>
    person.call('POST', `/integrations/connect/${provider}`, { body: { fields, refresh } });

  it('checks the credentials and stores the channel; doing it again renews them', async () => {
    const { token } = mastodon.createAccount({ username: 'ada' });
    const first = await connect('mastodon', { token });
    expect([first.status, first.body]).toEqual([
      201,
      {
        channel: {
          id: expect.any(String),
          name: 'ada',
          identifier: 'mastodon',
          picture: expect.any(String),
          reconnected: false,
        },
        generated: null,
      },
    ]);
    expect(first.text).not.toContain(token);
    expect((await connect('mastodon', { token })).body.channel).toMatchObject({ reconnected: true });
    expect(
      await sql(
        crier,
        "select kind, user_id as who from audit_event where kind like 'channel_%' order by id",
      ),
    ).toEqual(['channel_connected', 'channel_reconnected'].map((kind) => ({ kind, who: ada.id })));
  });

  it('reconnects the channel that is named, and refuses another account, network or organisation', async () => {
    const { id } = (await connect('sandbox', { name: 'Kitchen #lookup' })).body.channel;
    const again = (fields: object, provider = 'sandbox', person = ada) =>
      connect(provider, fields, person, id);
    const channels = () => sql(crier, 'select id from integration');
    const before = await channels();
    const other = await again({ name: 'Cellar' });
    expect(refusal(other)).toEqual({ status: 409, code: 'other_account' });
    expect(other.body.message).toMatch(/At Sandbox this is Cellar .* but the channel is Kitchen #lookup /);
    const { id: bar } = (await connect('sandbox', { name: 'Bar' })).body.channel;
    const namesake = await connect('sandbox', { name: 'Bar' }, ada, bar);
    expect(refusal(namesake)).toEqual({ status: 409, code: 'other_account' });
    expect(namesake.body.message).toBe(
      'Sandbox has several accounts called Bar (bar), and this is not the one of the channel. Sign in there with the other one, or connect this one as a channel of its own',
    );
    await sql(crier, 'delete from integration where id = $1', [bar]);
    const { token } = mastodon.createAccount({ username: 'kitchen' });
    expect(refusal(await again({ token }, 'mastodon'))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['refresh'],
    });
    const ben = await crier.anotherOrganization();
    const theirs = await addPerson(crier, { organizationId: ben.id });
    expect(refusal(await again({ name: 'Kitchen #lookup' }, 'sandbox', theirs)).code).toBe(
      'foreign_resource',
    );
    expect(await channels()).toEqual(before);
    expect((await again({ name: 'Kitchen #lookup' })).body).toMatchObject({
      channel: { id, reconnected: true },
    });
  });

  it('needs no credentials for the sandbox', async () => {
    expect((await connect('sandbox', { name: 'Window' })).body).toMatchObject({
      channel: { name: 'Window', identifier: 'sandbox' },
    });
  });

  it('refuses missing fields', async () => {
    expect(refusal(await connect('mastodon', {}))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['fields.token'],
    });
    expect(refusal(await connect('mastodon', { token: 7 }))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it("passes on the network's refusal, without what was entered", async () => {
    const refused = await connect('mastodon', { token: 'typed-by-mistake' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('The access token is invalid'),
    ]);
    expect(refused.text).not.toContain('typed-by-mistake');
  });

  it('calls no host that is not public', async () => {
    const guarded = await startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '' } });
    expect(
      refusal(
        await connect(
          'mastodon',
          { instance: 'https://10.0.0.1', token: 'a-token-of-somebody' },
          await addPerson(guarded),
        ),
      ),
    ).toEqual({ status: 400, code: 'blocked_address' });
    await guarded.stop();
  });

  it('is for admins, and for networks that exist', async () => {
    expect(refusal(await connect('sandbox', {}, await addPerson(crier, { role: 'member' })))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    expect((await connect('sandbox', {}, await addPerson(crier, { role: 'admin' }))).status).toBe(201);
    expect(refusal(await connect('friendster', {}))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['provider'],
    });
  });
});
