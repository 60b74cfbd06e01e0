/** Connecting an account on X, through its page of consent; tokens that rotate, and a process that dies. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '../../../providers/_kit/contract.ts';
import { providerContext } from '../../../providers/_kit/context.ts';
import { ChannelGone, OutcomeUnknown } from '../../../providers/_kit/errors.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { countRows, refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startX, type X } from '../../test/networks/x/server.ts';
import { createRecorder } from '../../test/oracles/exchange.ts';
import { testAgainst } from '../../test/oracles/test-against.ts';
import { xOracle } from '../../test/oracles/x.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { refreshCredentials, type SealedChannel } from '../refresh-credentials.ts';
import { takeLease } from '../renewal-lease.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/x`;
const recorder = createRecorder();
let x: X;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  x = await startX({ redirectUris: [REDIRECT], recorder });
  x.createAccount({ username: 'ada' });
  x.createAccount({ username: 'bob' });
  crier = await startInstance({
    temporal: false,
    env: { FRONTEND_URL: PUBLIC, X_API_URL: x.url, X_API_KEY: x.client.id, X_API_SECRET: x.client.secret },
  });
  ada = await addPerson(crier);
});
beforeEach(() => sql(crier, 'delete from integration'));
afterAll(async () => {
  await crier?.stop();
  await x?.stop();
});

const connect = async (button = '@ada', query = {}): ReturnType<typeof finish> =>
  finish(ada, 'x', (await press(await connectUrl(ada, 'x', query), button)).query);

describe('connecting a channel on X', () => {
  it('leads to the page of consent, and ends with a channel whose tokens nobody sees', async () => {
    const url = new URL(await connectUrl(ada, 'x'));
    expect(`${url.origin}${url.pathname}`).toBe(`${x.url}/i/oauth2/authorize`);
    const back = await press(url.href, '@ada');
    expect([back.to, Object.keys(back.query).sort()]).toEqual([REDIRECT, ['code', 'state']]);
    const { status, body, text } = await finish(ada, 'x', back.query);
    expect([status, body.channel]).toEqual([
      201,
      expect.objectContaining({ name: 'ada', identifier: 'x', reconnected: false }),
    ]);
    expect(text).not.toMatch(/at_|rt_/);
    const [row] = await sql<{ expires: Date; details: unknown }>(
      crier,
      'select expires_at as expires, details from integration',
    );
    expect(row?.details).toEqual({ premium: false, username: 'ada' });
    expect(new Date(row?.expires ?? 0).getTime()).toBeGreaterThan(Date.now() + 3_600_000);
  });

  it('reconnects the same account, and refuses another one in its place', async () => {
    const { channel } = (await connect()).body;
    expect((await connect()).body.channel).toEqual({ ...channel, reconnected: true });
    const other = await connect('@bob', { refresh: channel?.id ?? '' });
    expect(refusal(other)).toEqual({ status: 409, code: 'other_account' });
    expect(await countRows(crier, 'integration')).toBe(1);
  });

  it("is refused with X's message when the person cancels, or the code was used", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'X: access_denied',
    ]);
    const { query } = await press(await connectUrl(ada, 'x'), '@ada');
    expect((await finish(ada, 'x', query)).status).toBe(201);
    const state = new URL(await connectUrl(ada, 'x')).searchParams.get('state') ?? '';
    const again = await finish(ada, 'x', { state, code: query.code ?? '' });
    expect([refusal(again), again.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Value passed for the authorization code was invalid'),
    ]);
  });

  it('names which variables are missing, and which secret X wants, without quoting it', async () => {
    const start = async (env: Record<string, string>): Promise<TestInstance> =>
      startInstance({ temporal: false, env: { FRONTEND_URL: PUBLIC, X_API_URL: x.url, ...env } });
    const bare = await start({ X_API_KEY: 'id' });
    const missing = await (await addPerson(bare)).call<{ message: string }>('GET', '/social/x');
    expect([missing.status, missing.body.message]).toEqual([400, expect.stringMatching(/set X_API_SECRET$/)]);
    await bare.stop();
    const wrong = await start({ X_API_KEY: x.client.id, X_API_SECRET: 'consumer-secret-of-oauth-1' });
    const ben = await addPerson(wrong);
    const answer = await finish(ben, 'x', (await press(await connectUrl(ben, 'x'), '@ada')).query);
    expect([refusal(answer), answer.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('not the API Key of the same app'),
    ]);
    expect(answer.text).not.toContain('consumer-secret-of-oauth-1');
    await wrong.stop();
  });
});

describe('the rotating tokens of X', () => {
  let provider: Provider;
  let id: string;
  beforeEach(async () => {
    provider = crier.context.providers.get('x') as Provider;
    id = (await connect()).body.channel?.id ?? '';
  });

  const read = async (): Promise<SealedChannel> =>
    (
      await sql<SealedChannel>(
        crier,
        `select id, internal_id as "internalId", name, profile, details, credentials,
          credentials_version as "credentialsVersion" from integration where id = $1`,
        [id],
      )
    )[0] as SealedChannel;
  const tokens = async (): Promise<Record<string, string>> =>
    JSON.parse(
      crier.context.secrets.open((await read()).credentials, credentialsBinding(crier.organizationId, id)),
    ) as Record<string, string>;
  const contextOf = () =>
    providerContext(
      { egress: crier.context.egress, providerEnv: crier.context.config.providerEnv },
      provider,
      AbortSignal.timeout(60_000),
    );
  const renew = async (seen: SealedChannel, network = provider): Promise<unknown> =>
    refreshCredentials(crier.context, network, seen, contextOf()).then(
      () => 'renewed',
      (error: unknown) => error,
    );
  const works = async (): Promise<boolean> => {
    const channel = { ...(await read()), credentials: await tokens() };
    return (await provider.recent?.(channel, contextOf())) !== undefined;
  };

  it('are stored together before anybody uses them, and used once however many ask', async () => {
    const before = await tokens();
    const seen = await read();
    expect(await Promise.all(Array.from({ length: 8 }, () => renew(seen)))).toEqual(Array(8).fill('renewed'));
    const after = await tokens();
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(await works()).toBe(true);
    expect(await renew(await read())).toBe('renewed');
    expect(await works()).toBe(true);
  });

  it('survive a process that died before it called: the next one takes over', async () => {
    const seen = await read();
    await takeLease(crier.context.database, seen, '01900000-0000-7000-8000-000000000000');
    await sql(crier, 'update credential_renewal set ends_at = now()');
    expect(await renew(seen)).toBe('renewed');
    expect(await works()).toBe(true);
  });

  it('are lost with a process that died between the answer and the row, and X itself reports it', async () => {
    const seen = await read();
    // The call of the process that died: X has rotated the tokens, and nobody has stored them.
    await provider.refresh?.({ ...seen, credentials: await tokens() }, contextOf());
    const lost = await renew(seen);
    expect(lost).toBeInstanceOf(ChannelGone);
    expect((lost as Error).message).toContain('Value passed for the token was invalid');
    expect((lost as Error).message).toContain('reconnect the channel');
    expect((await connect()).body.channel).toMatchObject({ id, reconnected: true });
    expect(await works()).toBe(true);
  });

  it('whose answer was lost are not given up before X refuses them', async () => {
    const seen = await read();
    x.arm({ loseTokens: true });
    expect(await renew(seen)).toBeInstanceOf(OutcomeUnknown);
    await sql(crier, 'update credential_renewal set ends_at = now()');
    expect(await renew(seen)).toBeInstanceOf(ChannelGone);
  });

  it('are stored over nothing that a person has connected meanwhile', async () => {
    const seen = await read();
    const slow: Provider = {
      ...provider,
      async refresh(channel, context) {
        const renewed = await provider.refresh?.(channel, context);
        await connect();
        if (!renewed) throw new Error('nothing was renewed');
        return renewed;
      },
    };
    expect(await renew(seen, slow)).toBe('renewed');
    expect(await works()).toBe(true);
    expect(await renew(await read())).toBe('renewed');
  });
});

testAgainst(xOracle, recorder);
