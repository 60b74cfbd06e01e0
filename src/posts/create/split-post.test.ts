/** POST /posts/split. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

describe('splitting a text', () => {
  let crier: TestInstance;
  let channels: Record<'bluesky' | 'mastodon' | 'sandbox', string>;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channels = {
      bluesky: await insertChannel(crier, 'bluesky', { name: 'Ada' }),
      mastodon: await insertChannel(crier, 'mastodon', { name: 'Ada' }),
      sandbox: (await crier.connect('sandbox', { name: 'Cafe Nord' })).id,
    };
  });
  afterAll(() => crier?.stop());
  const split = (text: string, to: readonly string[], more: object = {}) =>
    crier.call<{ parts: string[] } & ErrorBody>('POST', '/posts/split', {
      body: { text, posts: to.map((id) => ({ integration: { id } })), ...more },
    });
  const LONG = 'Soup of the day. '.repeat(30).trim();

  it('makes parts that suit every channel', async () => {
    const { bluesky, mastodon, sandbox } = channels;
    const lengths = async (...to: string[]) => (await split(LONG, to)).body.parts.map(({ length }) => length);
    expect(await lengths(sandbox)).toEqual([LONG.length]);
    expect(Math.max(...(await lengths(mastodon)))).toBeGreaterThan(300);
    expect(Math.max(...(await lengths(mastodon, bluesky)))).toBeLessThanOrEqual(300);
    const numbered = await split(LONG, [bluesky], { numbered: true });
    expect(numbered.body.parts.map((part) => part.slice(-4))).toEqual([' 1/2', ' 2/2']);
  });

  it('refuses what would become more than a hundred parts, and a channel that is not there', async () => {
    const many = await split('Soup of the day. '.repeat(2_500), [channels.bluesky]);
    expect([many.status, many.body.issues?.[0]?.path]).toEqual([400, 'text']);
    const unknown = await split(LONG, [UNKNOWN_ID]);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'integration_not_found']);
  });
});
