/** Connecting a profile and a page of LinkedIn, through LinkedIn's page of consent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startLinkedIn, type LinkedIn } from '../../test/networks/linkedin/server.ts';
import type { Member } from '../../test/networks/linkedin/state.ts';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press, type Finished } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const at = (network: string): string => `${PUBLIC}/integrations/social/${network}`;
let linkedIn: LinkedIn;
let grace: Member;
let crier: TestInstance;
let ada: TestPerson;

const start = (env: Record<string, string>): Promise<TestInstance> =>
  startInstance({ temporal: false, env: { FRONTEND_URL: PUBLIC, LINKEDIN_API_URL: linkedIn.url, ...env } });
const connect = async (network: string, button = 'Allow as Grace'): ReturnType<typeof finish> =>
  finish(ada, network, (await press(await connectUrl(ada, network), button)).query);

beforeAll(async () => {
  linkedIn = await startLinkedIn({ redirectUris: [at('linkedin'), at('linkedin-page')] });
  grace = linkedIn.addMember('Grace');
  const { id, secret } = linkedIn.client;
  crier = await start({
    LINKEDIN_CLIENT_ID: id,
    LINKEDIN_CLIENT_SECRET: secret,
    LINKEDIN_PAGE_CLIENT_ID: id,
    LINKEDIN_PAGE_CLIENT_SECRET: secret,
  });
  ada = await addPerson(crier);
});
beforeEach(() => sql(crier, 'delete from integration'));
afterAll(async () => {
  await crier?.stop();
  await linkedIn?.stop();
});

describe('connecting a channel on LinkedIn', () => {
  it('asks for what a profile needs, and ends with a channel that lasts until LinkedIn ends it', async () => {
    const url = new URL(await connectUrl(ada, 'linkedin'));
    expect(`${url.origin}${url.pathname}`).toBe(`${linkedIn.url}/oauth/v2/authorization`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: linkedIn.client.id,
      response_type: 'code',
      redirect_uri: at('linkedin'),
      scope: 'openid profile w_member_social',
      state: expect.stringMatching(/^[A-Za-z0-9]{43,}$/),
    });
    const { status, body, text } = await connect('linkedin');
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'Grace', 'linkedin']);
    expect(text).not.toMatch(/token|secret/i);
    expect((await connect('linkedin')).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with LinkedIn's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('linkedin', 'Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('cancel'),
    ]);
    const state = new URL(await connectUrl(ada, 'linkedin')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'linkedin', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('authorization code not found'),
    ]);
  });

  it('needs a role on a page, and lets the person choose among several', async () => {
    const none = await connect('linkedin-page');
    expect([refusal(none), none.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('no page'),
    ]);
    linkedIn.addPage('Cafe Ada', { [grace.id]: 'ADMINISTRATOR' });
    linkedIn.addPage('Analysts only', { [grace.id]: 'ANALYST' });
    expect((await connect('linkedin-page')).body.channel).toMatchObject({ name: 'Cafe Ada' });
    const second = linkedIn.addPage('Bakery', { [grace.id]: 'CONTENT_ADMINISTRATOR' });
    const { choose } = (await connect('linkedin-page')).body;
    expect(choose?.accounts.map(({ name }) => name)).toEqual(['Cafe Ada', 'Bakery']);
    const chosen = await ada.call<Finished & ErrorBody>('POST', '/integrations/social/linkedin-page/choose', {
      body: { connectId: choose?.connectId ?? '', accountId: second.id },
    });
    expect(chosen.body.channel).toMatchObject({ name: 'Bakery', identifier: 'linkedin-page' });
  });

  it("needs the operator's client registration, and names the missing variables", async () => {
    const bare = await start({ LINKEDIN_CLIENT_ID: 'app' });
    const ben = await addPerson(bare);
    const profile = await ben.call<ErrorBody>('GET', '/social/linkedin');
    const page = await ben.call<ErrorBody>('GET', '/social/linkedin-page');
    expect([profile.body.message, page.body.message]).toEqual([
      expect.stringMatching(/set LINKEDIN_CLIENT_SECRET$/),
      expect.stringMatching(/LINKEDIN_PAGE_CLIENT_ID/),
    ]);
    await bare.stop();
  });
});

describe('trying an app of LinkedIn before it is stored', () => {
  it('distinguishes an app that LinkedIn knows from one that it does not', async () => {
    const tried = async (clientSecret: string): Promise<unknown> =>
      (
        await ada.call('POST', '/integrations/providers/linkedin/app/try', {
          body: { clientId: linkedIn.client.id, clientSecret },
        })
      ).body;
    expect(await tried(linkedIn.client.secret)).toEqual({ state: 'accepted', field: null, reason: null });
    expect(await tried('another-secret')).toMatchObject({ state: 'refused', field: null });
  });
});
