import { describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../oracles/exchange.ts';
import { testAgainst } from '../../oracles/test-against.ts';
import { xOracle } from '../../oracles/x.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { startXNetwork, type XNetwork } from '../network-x.ts';
import { live, unique } from '../scenarios.ts';

export function toX(house: House): void {
  const recorder = createRecorder();
  describe('a post to X', () => {
    let x: XNetwork;
    const world = testNetwork(
      house,
      house.early(async () => (x = await startXNetwork({ recorder }))),
    );
    const publishOne = async (text: string): Promise<string> => {
      const { client, channel } = world();
      return (await client.create({ channels: [channel], parts: [{ content: text }] }))[0] ?? '';
    };

    it('is found after its answer was lost, and is not sent again', async () => {
      const text = unique('Found again');
      x.front.arm({ kind: 'reset_after' }, ({ method, path }) => method === 'POST' && path === '/2/tweets');
      const id = await publishOne(text);
      const page = await world().client.reaches(id, 'published');
      const [post, ...others] = await live(x, text);
      expect([others, page.releaseId, page.releaseURL]).toEqual([
        [],
        post?.id,
        `https://x.com/ada/status/${post?.id}`,
      ]);
    });

    it("fails with X's message when the account has published the same text, and its channel stays", async () => {
      const text = unique('Twice');
      await world().client.reaches(await publishOne(text), 'published');
      const page = await world().client.reaches(await publishOne(text), 'failed');
      expect(page.error).toMatchObject({
        code: 'rejected',
        message: expect.stringContaining('duplicate content'),
      });
      expect(await live(x, text)).toHaveLength(1);
    });

    it('is published with a renewed token when the one before has ended', async () => {
      x.server.endAccessTokens();
      const text = unique('Renewed');
      await world().client.reaches(await publishOne(text), 'published');
      expect(await live(x, text)).toHaveLength(1);
    });
  });

  testAgainst(xOracle, recorder);
}
