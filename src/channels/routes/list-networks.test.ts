import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRegistry } from '../../../providers/index.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import type { NetworkFacts } from '../describe-network.ts';

describe('GET /public/v1/networks', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('shows for each network what works there, and the evidence', async () => {
    const { status, body } = await crier.call<NetworkFacts[]>('GET', '/networks');
    expect(status).toBe(200);
    expect(body.map(({ identifier }) => identifier).toSorted()).toEqual(
      [...createRegistry({ sandbox: true }).keys()].toSorted(),
    );
    const listed = (identifier: string): unknown => body.find((one) => one.identifier === identifier);
    expect(listed('mastodon')).toEqual({
      identifier: 'mastodon',
      name: 'Mastodon',
      unofficial: null,
      connect: ['oauth', 'credentials'],
      text: { maxLength: 500, unit: 'characters', format: 'plain', alone: true },
      pictures: 4,
      videos: 1,
      thread: 'reply',
      firstComment: true,
      linkCards: 'network',
      videoCover: null,
      polls: true,
      afterLostAnswer: 'native_key',
      remove: true,
      numbers: { account: false, post: false },
      tools: ['mentions'],
      evidence: expect.objectContaining({ kind: 'stand-in' }),
    });
    expect(listed('youtube')).toMatchObject({
      text: { alone: false },
      videos: 1,
      thread: 'comment',
      firstComment: true,
      linkCards: null,
    });
    expect(listed('pinterest')).toMatchObject({ thread: 'none', firstComment: false });
    expect(listed('reddit')).toMatchObject({ pictures: 20, tools: expect.arrayContaining(['flairs']) });
    expect(body.filter(({ evidence }) => !evidence)).toEqual([]);
  });

  it('asks for an API key', async () => {
    expect((await fetch(`${crier.url}/public/v1/networks`)).status).toBe(401);
  });
});
