/** The form of an id in a request: a UUID, in either case, wherever it occurs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { UNKNOWN_ID, refusal, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { EMPTY_DOCUMENT } from '../test/security/world.ts';

const WEBHOOK = { url: 'https://example.com/hook' };
/**
 * No form of a UUID that the database takes everywhere, and an old id that this instance has not copied.
 */
const NO_IDS = [`urn:uuid:${UNKNOWN_ID}`, `{${UNKNOWN_ID}}`, 'cxa1b2c3d4e5f6g7h8i9j0k1l', 'x', ''];

describe('an id in a request', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  let webhook: string;
  let listener: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox')).id;
    const made = async (path: string, body: object): Promise<string> =>
      (await crier.call<{ id: string }>('POST', path, { body })).body.id;
    webhook = await made('/webhooks', WEBHOOK);
    listener = await made('/webhook-listeners', {});
  });
  afterAll(() => crier?.stop());

  type Send = (id: string) => Promise<Answer<ErrorBody>>;
  const draft = (fields: object): Promise<Answer<ErrorBody>> =>
    ada.call('POST', '/compositions', { body: { document: { ...EMPTY_DOCUMENT, ...fields } } });
  const places: readonly (readonly [where: string, send: Send, own: () => string])[] = [
    [
      'the channels of a new webhook',
      (id) => crier.call('POST', '/webhooks', { body: { ...WEBHOOK, channels: [id] } }),
      () => channel,
    ],
    [
      'the channels of a webhook',
      (id) => crier.call('PATCH', `/webhooks/${webhook}`, { body: { channels: [id] } }),
      () => channel,
    ],
    [
      'the channels of a listener',
      (id) => crier.call('POST', '/webhook-listeners', { body: { channels: [id] } }),
      () => channel,
    ],
    [
      'the events that a listener has taken',
      (id) => crier.call('POST', `/webhook-listeners/${listener}/events`, { body: { taken: [id] } }),
      () => UNKNOWN_ID,
    ],
    [
      'the organisation to switch to',
      (id) => ada.call('POST', '/organization/switch', { body: { organizationId: id } }),
      () => crier.organizationId,
    ],
    [
      'the id of a draft',
      (id) => ada.call('POST', '/compositions', { body: { id, document: EMPTY_DOCUMENT } }),
      () => randomUUID(),
    ],
    ['the channels of a draft', (id) => draft({ channels: [id] }), () => channel],
    ['the settings of a draft', (id) => draft({ settings: { [id]: {} } }), () => channel],
  ];

  it.each(places)('is taken as %s, in small letters and in capitals', async (_, send, own) => {
    expect((await send(own())).status).toBeLessThan(300);
    expect((await send(own().toUpperCase())).status).toBeLessThan(300);
  });

  it.each(places)('is refused as %s where it is none, with a message', async (_, send) => {
    for (const id of NO_IDS) {
      const answer = await send(id);
      expect([id, refusal(answer)]).toMatchObject([id, { status: 400, code: 'invalid_request' }]);
      expect(answer.body.message).toContain('must be an id, which is a UUID');
    }
  });
});
