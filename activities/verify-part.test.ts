import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPost, createOne, setState, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { verifyPart } from './verify-part.ts';

describe('a part that was sent to a network that has nothing to look up', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Ada #none' })).id;
  });
  afterAll(() => crier?.stop());

  const sent = async (change: string): Promise<string> => {
    const id = await createOne(crier, buildPost(channel));
    await setState(crier, id, 'publishing');
    await sql(
      crier,
      `update publish_attempt a set ${change} from post_item i where i.id = a.post_item_id and i.post_id = $1`,
      [id],
    );
    return id;
  };
  const verify = (postId: string): Promise<PartOutcome> => {
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('there is no sandbox');
    return verifyPart({
      deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
      provider,
      part: { postId, position: 0 },
      signal: new AbortController().signal,
      untilShutdown: new AbortController().signal,
    });
  };
  const state = async (id: string): Promise<unknown> =>
    (await sql(crier, 'select state from post where id = $1', [id]))[0]?.state;

  it('is not decided about while another worker may still be calling: its answer may yet come', async () => {
    const id = await sent("sent_at = clock_timestamp() - interval '1 second'");
    const again = await verify(id);
    expect(again).toEqual({ status: 'look', lookAfterMs: expect.any(Number) });
    expect(again.status === 'look' && again.lookAfterMs).toBeGreaterThan(5000);
    expect(await state(id)).toBe('publishing');
  });

  it.each([
    ['the call is known to be over', 'call_ended_at = clock_timestamp()'],
    ['its bound has passed', "sent_at = clock_timestamp() - interval '1 minute'"],
  ])('waits for a person as soon as %s', async (_, change) => {
    const id = await sent(change);
    expect(await verify(id)).toMatchObject({ status: 'unconfirmed' });
    expect(await state(id)).toBe('unconfirmed');
  });
});
