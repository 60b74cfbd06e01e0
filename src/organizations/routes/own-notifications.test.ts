import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, type TestPerson } from '../../test/person.ts';
import type { Choice } from '../notifications/choices.ts';
import type { OwnNotifications } from '../notifications/read-own.ts';
import { unsubscribeToken } from '../notifications/unsubscribe.ts';

let crier: TestInstance;
let ada: TestPerson;
let channel: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
});
afterAll(() => crier?.stop());
beforeEach(async () => {
  await sql(crier, 'delete from notification');
  ada = await addPerson(crier);
});

const happened = async (kind: string, { onChannel = false, ago = '0 seconds' } = {}): Promise<string> => {
  const [row] = await sql<{ id: string }>(
    crier,
    `insert into notification (organization_id, kind, integration_id, content, created_at)
      values ($1, $2, $3, 'It happened', clock_timestamp() - $4::interval) returning id`,
    [crier.organizationId, kind, onChannel ? channel : null, ago],
  );
  return row?.id ?? '';
};
const list = async (person = ada): Promise<OwnNotifications> =>
  (await person.call<OwnNotifications>('GET', '/notifications/mine')).body;
const read = (body: object, person = ada) =>
  person.call<OwnNotifications & ErrorBody>('POST', '/notifications/mine/read', { body });
const choose = (topics: readonly object[], person = ada) =>
  person.call<{ topics: Choice[] } & ErrorBody>('PUT', '/notifications/choices', { body: { topics } });

describe("A person's notifications", () => {
  it('are what happened since they joined, newest first, each for every member to read', async () => {
    await happened('frozen', { ago: '1 hour' });
    const mia = await addPerson(crier);
    const first = await happened('frozen');
    const second = await happened('billing');
    expect(await list(mia)).toMatchObject({
      unread: 2,
      notifications: [
        { ids: [second], kind: 'billing', topic: 'billing', channel: null, postId: null, read: false },
        { ids: [first], kind: 'frozen', topic: 'publishing', content: 'It happened' },
      ],
    });
    expect((await read({ ids: [first] }, mia)).body).toMatchObject({ unread: 1 });
    expect((await list(mia)).notifications.map((one) => one.read)).toEqual([false, true]);
    expect((await list()).unread).toBe(2);
  });

  it('count the same failure of one channel once', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.unshift(await happened('failed', { onChannel: true }));
    const other = await happened('channel_disconnected', { onChannel: true });
    expect(await list()).toMatchObject({
      unread: 2,
      notifications: [
        { ids: [other], channel: { id: channel, name: 'Cafe Nord' } },
        { ids, kind: 'failed' },
      ],
    });
  });

  it('are all read at once, and again without harm', async () => {
    await happened('frozen');
    await happened('failed', { onChannel: true });
    expect(await read({})).toMatchObject({ status: 201, body: { unread: 0 } });
    expect((await read({})).body.unread).toBe(0);
  });

  it('of another organisation cannot be read, or marked', async () => {
    const id = await happened('frozen');
    const { id: organizationId } = await crier.anotherOrganization();
    const stranger = await addPerson(crier, { organizationId });
    expect(await list(stranger)).toEqual({ unread: 0, notifications: [] });
    expect((await read({ ids: [id] }, stranger)).status).toBe(201);
    expect(await sql(crier, 'select 1 from notification_receipt where user_id = $1', [stranger.id])).toEqual(
      [],
    );
  });

  it.each([
    ['an id that is none', { ids: ['1'] }, 'ids.0'],
    ['more than 500', { ids: Array.from({ length: 501 }, () => crypto.randomUUID()) }, 'ids'],
  ])('are not marked by %s', async (_, body, path) => {
    expect(refusal(await read(body))).toEqual({ status: 400, code: 'invalid_request', paths: [path] });
  });
});

describe('The choices of a person', () => {
  it('are that everything is in the app and nothing is mailed, until they choose', async () => {
    const { body } = await ada.call<{ mail: boolean; topics: Choice[] }>('GET', '/notifications/choices');
    expect(body.mail).toBe(false);
    expect(body.topics.map(({ topic }) => topic)).toEqual([
      'posts',
      'channels',
      'publishing',
      'developers',
      'billing',
    ]);
    expect(new Set(body.topics.map(({ app, mail }) => `${app} ${mail}`))).toEqual(new Set(['true never']));
  });

  it('hide a topic from them, and from nobody else', async () => {
    await happened('failed', { onChannel: true });
    const { body } = await choose([{ topic: 'posts', app: false, mail: 'daily' }]);
    expect(body.topics[0]).toEqual({ topic: 'posts', app: false, mail: 'daily', push: false });
    expect((await list()).unread).toBe(0);
    const mia = await addPerson(crier);
    await happened('failed', { onChannel: true });
    expect((await list(mia)).unread).toBe(1);
  });

  it.each([
    ['a topic that there is not', { topic: 'weather', app: true, mail: 'never' }, 'topics.0.topic'],
    ['a way that there is not', { topic: 'posts', app: true, mail: 'hourly' }, 'topics.0.mail'],
    ['half a choice', { topic: 'posts', app: true }, 'topics.0.mail'],
  ])('are refused with %s', async (_, one, path) => {
    expect(refusal(await choose([one]))).toEqual({ status: 400, code: 'invalid_request', paths: [path] });
  });
});

describe('The link that ends the mails', () => {
  const stop = (token: string) =>
    callApp<{ success: boolean } & ErrorBody>(
      crier,
      { method: 'POST', path: `/notifications/unsubscribe?token=${encodeURIComponent(token)}` },
      {},
    );

  it('works without signing in, as a mail program calls it, for this person alone, and twice', async () => {
    const mia = await addPerson(crier);
    for (const person of [ada, mia]) {
      await choose(
        [
          { topic: 'posts', app: true, mail: 'at_once' },
          { topic: 'billing', app: false, mail: 'daily' },
        ],
        person,
      );
    }
    const token = unsubscribeToken(crier.context.secrets, ada.id);
    // RFC 8058, section 3.1
    const answer = await fetch(`${crier.url}/api/notifications/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([answer.status, await answer.json()]).toEqual([201, { success: true }]);
    expect((await stop(token)).status).toBe(201);
    const mails = async (person: TestPerson) =>
      (await person.call<{ topics: Choice[] }>('GET', '/notifications/choices')).body.topics.map(
        ({ mail }) => mail,
      );
    expect(new Set(await mails(ada))).toEqual(new Set(['never']));
    expect(await mails(mia)).toContain('at_once');
  });

  it.each([
    ['made up', () => 'abc'],
    [
      'sealed for something else',
      () => Buffer.from(crier.context.secrets.seal(ada.id, 'other')).toString('base64url'),
    ],
    ['altered', () => `${unsubscribeToken(crier.context.secrets, ada.id).slice(0, -4)}AAAA`],
  ])('is refused when it is %s', async (_, token) => {
    expect(refusal(await stop(token()))).toMatchObject({ status: 400, code: 'invalid_link' });
  });
});
