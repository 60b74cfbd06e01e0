import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createECDH, randomBytes } from 'node:crypto';
import { createEgress } from '../src/platform/egress.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { noMailer } from '../src/mail/mailer.ts';
import type { Mail, Mailer } from '../src/platform/mailer.ts';
import { refusal, sql, type ErrorBody } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { addPerson, signedIn, type TestPerson } from '../src/test/person.ts';
import { startPushService, type PushService } from '../src/test/servers/push-service.ts';
import type { PushMessage } from './push-to-browsers.ts';
import { tellPeople, type TellDeps } from './tell-people.ts';

let crier: TestInstance;
let service: PushService;
let channel: string;
let ada: TestPerson;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  service = await startPushService();
  channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
});
afterAll(async () => {
  await service?.stop();
  await crier?.stop();
});
beforeEach(async () => {
  for (const table of ['notification', 'notification_choice', 'push_subscription']) {
    await sql(crier, `delete from ${table}`);
  }
  ada = await addPerson(crier);
});

interface Choices {
  readonly push: { readonly publicKey: string; readonly here: boolean; readonly anywhere: boolean };
  readonly topics: readonly { readonly topic: string; readonly push: boolean }[];
}
const choices = async (): Promise<Choices> => (await ada.call<Choices>('GET', '/notifications/choices')).body;
const add = (body: object) => ada.call<ErrorBody>('POST', '/notifications/browsers', { body });
const longAgo = async (): Promise<void> => {
  await sql(
    crier,
    "update notification_choice set changed_at = now() - interval '3 days', push_changed_at = now() - interval '3 days'",
  );
  await sql(crier, "update membership set created_at = now() - interval '3 days'");
};
/** The browser of the person's session, whose URL is returned. */
async function turnOn(): Promise<string> {
  const subscription = service.subscribe((await choices()).push.publicKey);
  expect((await add(subscription)).status).toBe(201);
  await longAgo();
  return subscription.endpoint;
}
const choose = async (choice: object): Promise<void> => {
  const topics = [{ topic: 'posts', app: true, mail: 'never', push: true, ...choice }];
  await ada.call('PUT', '/notifications/choices', { body: { topics } });
  await longAgo();
};
const happened = (): Promise<unknown> =>
  sql(
    crier,
    `insert into notification (organization_id, kind, integration_id, content, created_at)
      values ($1, 'failed', $2, 'The text of the network', now() - interval '2 minutes')`,
    [crier.organizationId, channel],
  );
/** What one pass sends to browsers, what of that is refused, and its mails. */
async function pass(
  deps: Partial<TellDeps> = {},
): Promise<{ pushed: PushMessage[]; refused: readonly string[]; mails: Mail[] }> {
  const [taken, refused] = [service.taken.length, service.refused.length];
  const mails: Mail[] = [];
  const mail: Mailer = { ...noMailer, active: true, send: async (one) => void mails.push(one) };
  await tellPeople({ ...crier.context, mail, ...deps });
  return {
    pushed: service.taken.slice(taken).map(({ text }) => JSON.parse(text) as PushMessage),
    refused: service.refused.slice(refused),
    mails,
  };
}
const LOST_KEY = `lost:${randomBytes(32).toString('base64')}`;
const NOTHING = { pushed: [], refused: [], mails: [] };

describe('A browser that a person turns on', () => {
  it('is sent what the app shows, once, encrypted and signed, with a count and no text of a post', async () => {
    await turnOn();
    await happened();
    await happened();
    const ids = (await sql<{ id: string }>(crier, 'select id from notification')).map(({ id }) => id);
    const { pushed, ...rest } = await pass();
    expect(pushed).toEqual([
      {
        title: 'A post could not be published',
        body: expect.stringMatching(/^Cafe Nord · twice · /),
        url: expect.stringMatching(
          new RegExp(`^/notifications\\?open=(${ids.join('|')})&in=${crier.organizationId}$`),
        ),
        tag: expect.any(String),
      },
    ]);
    expect(rest).toEqual({ refused: [], mails: [] });
    expect(await pass()).toEqual(NOTHING);
  });

  it('is sent it in the language of the person', async () => {
    await turnOn();
    await ada.call('PATCH', '/user/self', { body: { language: 'de' } });
    await happened();
    expect((await pass()).pushed).toMatchObject([
      { title: 'Ein Beitrag konnte nicht veröffentlicht werden' },
    ]);
  });

  it('is sent the topics that are shown in the app, unless topics were chosen for browsers before', async () => {
    const chosen = async (): Promise<string[]> =>
      (await choices()).topics.filter(({ push }) => push).map(({ topic }) => topic);
    await choose({ topic: 'billing', app: false, push: false });
    await turnOn();
    expect(await chosen()).toEqual(['posts', 'channels', 'publishing', 'developers']);
    await choose({ topic: 'channels', push: false });
    await turnOn();
    expect(await chosen()).toEqual(['posts', 'publishing', 'developers']);
  });

  it('gets no mail beside it, now or later; when no browser takes it, the mail is sent', async () => {
    await turnOn();
    await choose({ mail: 'at_once' });
    await happened();
    expect(await pass()).toMatchObject({ pushed: [{}], mails: [] });
    expect(await pass()).toEqual(NOTHING);
    await sql(crier, "update notification_receipt set notified_at = now() - interval '2 hours'");
    service.failures.push(503);
    await happened();
    expect(await pass()).toEqual({ pushed: [], refused: [expect.any(String)], mails: [expect.anything()] });
    expect(await pass()).toEqual(NOTHING);
  });

  it.each([
    ['it is turned on', async () => add(service.subscribe((await choices()).push.publicKey))],
    [
      'a topic is chosen for browsers',
      async () =>
        ada.call('PUT', '/notifications/choices', {
          body: { topics: [{ topic: 'posts', app: true, mail: 'at_once', push: true }] },
        }),
    ],
  ])('takes nothing from the mails that were chosen before when %s', async (_, prepare) => {
    await choose({ mail: 'at_once', push: false });
    await happened();
    await prepare();
    expect(await pass()).toMatchObject({ pushed: [], mails: [{}] });
  });

  it('is not asked again when its answer was lost: rather no second message than two', async () => {
    await turnOn();
    await choose({ mail: 'at_once' });
    await happened();
    service.failures.push('lost');
    expect(await pass()).toEqual(NOTHING);
    expect(await pass()).toEqual(NOTHING);
  });

  it('without a mail is asked again by the next pass, for an hour', async () => {
    await turnOn();
    await happened();
    service.failures.push(503);
    expect((await pass()).pushed).toEqual([]);
    expect((await pass()).pushed).toHaveLength(1);
    await sql(crier, 'update notification_receipt set notified_by = null, notified_at = null');
    await sql(crier, "update notification set created_at = now() - interval '61 minutes'");
    expect(await pass()).toEqual(NOTHING);
  });

  it.each([
    [
      'what was read in the app within a minute',
      async () => ada.call('POST', '/notifications/mine/read', { body: {} }),
    ],
    [
      'what happened before',
      async () => sql(crier, 'update notification_choice set push_changed_at = now()'),
    ],
    ['topics that were not chosen', async () => choose({ push: false })],
    ['anything once it is turned off', async () => ada.call('DELETE', '/notifications/browsers')],
    [
      'anything once its session has ended',
      async () => sql(crier, 'delete from session where user_id = $1', [ada.id]),
    ],
    [
      'anything once its session has expired',
      async () =>
        sql(crier, "update session set expires_at = now() - interval '1 minute' where user_id = $1", [
          ada.id,
        ]),
    ],
  ])('is not sent %s', async (_, prepare) => {
    await turnOn();
    await happened();
    await prepare();
    expect(await pass()).toEqual(NOTHING);
  });

  it.each([
    ['410', (endpoint: string) => service.expire(endpoint)],
    ['404', () => void service.failures.push(404)],
  ])('is forgotten when its push service answers %s', async (_, end) => {
    end(await turnOn());
    expect((await choices()).push).toMatchObject({ here: true, anywhere: true });
    await happened();
    expect((await pass()).refused).toHaveLength(1);
    expect((await choices()).push).toMatchObject({ here: false, anywhere: false });
    expect(await pass()).toEqual(NOTHING);
  });

  it('is still sent it when another browser of the person takes nothing', async () => {
    await turnOn();
    ada = await signedIn(crier, ada.id);
    const ended = await turnOn();
    service.expire(ended);
    await happened();
    expect(await pass()).toMatchObject({ pushed: [{}], refused: [expect.stringContaining('410')] });
    expect((await choices()).push).toMatchObject({ here: false, anywhere: true });
  });
});

describe('The keys of the instance', () => {
  it('are made once and stored sealed, as the URL of a browser is', async () => {
    const { publicKey } = (await choices()).push;
    const { pathname } = new URL(await turnOn());
    expect((await choices()).push.publicKey).toBe(publicKey);
    expect(await sql(crier, 'select sealed from push_key')).toEqual([
      { sealed: expect.stringMatching(/^v1:/) },
    ]);
    expect(JSON.stringify(await sql(crier, 'select * from push_subscription'))).not.toContain(pathname);
  });

  it('that do not open any more leave the settings as they are, and are replaced; browsers are turned on again', async () => {
    await turnOn();
    const { publicKey } = (await choices()).push;
    await sql(crier, 'update push_key set sealed = $1', [
      createSecrets(LOST_KEY).seal('of a key that is lost', 'push-key'),
    ]);
    expect((await choices()).push).toMatchObject({ publicKey, here: true });
    await choose({ mail: 'at_once' });
    await happened();
    expect(await pass()).toMatchObject({ pushed: [], refused: [], mails: [{}] });
    const after = (await choices()).push;
    expect(after).toMatchObject({ here: false, anywhere: false });
    expect(after.publicKey).not.toBe(publicKey);
    await sql(crier, 'delete from notification');
    await turnOn();
    await happened();
    expect(await pass()).toMatchObject({ pushed: [{}], mails: [] });
  });

  it('that open with an older key are sealed with the newest', async () => {
    await turnOn();
    const [{ sealed } = { sealed: '' }] = await sql<{ sealed: string }>(crier, 'select sealed from push_key');
    const older = createSecrets(LOST_KEY);
    const privateKey = crier.context.secrets.open(sealed, 'push-key');
    await sql(crier, 'update push_key set sealed = $1', [older.seal(privateKey, 'push-key')]);
    await happened();
    const { open } = crier.context.secrets;
    const opens = (value: string, binding: string): string =>
      (value.startsWith('v1:lost:') ? older.open : open)(value, binding);
    expect((await pass({ secrets: { ...crier.context.secrets, open: opens } })).pushed).toHaveLength(1);
    const [stored] = await sql<{ sealed: string }>(crier, 'select sealed from push_key');
    expect(open(stored?.sealed ?? '', 'push-key')).toBe(privateKey);
  });

  it.each([
    ['https://crier.example.com', 'https://crier.example.com'],
    ['http://localhost:5000', 'mailto:postmaster@example.org'],
  ])('at %s sign with an address that push services accept', async (publicUrl, subject) => {
    await turnOn();
    await happened();
    expect((await pass({ publicUrl })).pushed).toHaveLength(1);
    expect(service.taken.at(-1)?.subject).toBe(subject);
  });
});

describe('A subscription', () => {
  it.each([
    ['an address inside the network', { endpoint: 'https://10.0.0.1/x' }, 'endpoint'],
    [
      'the address at which clouds tell machines their secrets',
      { endpoint: 'https://169.254.169.254/x' },
      'endpoint',
    ],
    ['no TLS', { endpoint: 'http://push.example/x' }, 'endpoint'],
    ['a password', { endpoint: 'https://a:b@push.example/x' }, 'endpoint'],
    ['a key of another length', { keys: { p256dh: 'x', auth: 'A'.repeat(22) } }, 'keys.p256dh'],
    [
      'a secret of another length',
      { keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'x' } },
      'keys.auth',
    ],
    [
      'a key that is no point on the curve',
      { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
      'keys.p256dh',
    ],
  ])('with %s is refused', async (_, change, path) => {
    const subscription = { ...service.subscribe((await choices()).push.publicKey), ...change };
    expect(refusal(await add(subscription))).toEqual({ status: 400, code: 'invalid_request', paths: [path] });
    expect((await choices()).push.here).toBe(false);
  });

  it('whose name leads into the network is not called', async () => {
    await turnOn();
    await happened();
    // Without what the instance of the tests is allowed to call.
    const egress = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [] });
    expect(await pass({ egress })).toEqual(NOTHING);
    await egress.close();
    expect((await pass()).pushed).toHaveLength(1);
  });
});
