/** URLs are written as LinkedIn's own client writes them. */
import { expect, it } from '@jest/globals';
import { encodeRestli, restliQuery, type RestliValue } from '../../../../providers/linkedin/api/restli.ts';
import { startWorld } from '../../../../providers/linkedin/fixtures/world.ts';
import { pngFile } from '../../../../providers/_kit/test-harness.ts';
import { describeWith } from '../../servers/server.ts';
import { restliClient } from './restli-client.ts';

describeWith([restliClient], "a value in a URL of LinkedIn's API", () => {
  it('is encoded as in the test of their client, with every reserved character and list', () => {
    const { example, expected } = restliClient.vectors();
    expect(Object.keys(example).length).toBeGreaterThan(15);
    expect(encodeRestli(example)).toBe(expected.encode);
    expect(restliQuery(example)).toBe(expected.paramEncode);
  });

  it.each<[string, Record<string, RestliValue>]>([
    ['the posts of a page', { q: 'author', author: 'urn:li:organization:12', count: 100, sortBy: 'CREATED' }],
    ['a list of ids', { ids: ['12', '13'] }],
    ['the numbers of a post', { q: 'organizationalEntity', shares: ['urn:li:share:7000000000000000001'] }],
    ['a range of days', { timeIntervals: { timeRange: { start: 1, end: 2 }, timeGranularityType: 'DAY' } }],
    ['the comment of a page', { actor: 'urn:li:organization:12', left: undefined }],
    ['a name with quotes and brackets', { vanityName: "caf\u00e9 'Ada' (London)*!~" }],
  ])('is encoded as their client does: %s', (_, value) => {
    const client = restliClient.encoder();
    expect(restliQuery(value)).toBe(client.paramEncode(value));
    expect(encodeRestli(value)).toBe(client.encode(value));
  });

  it('would differ if it was encoded as in other URLs', () => {
    const value = { author: 'urn:li:organization:12', ids: ['(1,2)'] };
    const plain = new URLSearchParams({ author: value.author, ids: String(value.ids) }).toString();
    expect(plain).not.toBe(restliClient.encoder().paramEncode(value));
  });
});

describeWith([restliClient], "a request to LinkedIn's API", () => {
  it('names a method of Rest.li only together with its HTTP method, from connecting to removal', async () => {
    const world = await startWorld('page');
    const { provider, channel, context } = world;
    try {
      const root = await world.publish(world.request({ media: [pngFile()] }));
      const comment = await world.publish(world.request({ root, parent: root }));
      await provider.analytics?.(channel, context);
      await provider.postAnalytics?.(channel, root, context);
      await provider.tools?.organizations?.run(channel, { name: 'cafe-ada' }, context);
      for (const part of [comment, root]) await provider.remove?.(channel, part, context);
      const named = world.network.requests().flatMap(({ method, headers }) => {
        const restli = headers['x-restli-method'];
        return typeof restli === 'string' ? [{ restli, method }] : [];
      });
      const known = restliClient.methods();
      expect(new Set(named.map(({ restli }) => restli))).toEqual(new Set(['BATCH_GET', 'DELETE', 'FINDER']));
      expect(named.filter(({ restli, method }) => known[restli] !== method)).toEqual([]);
    } finally {
      await world.stop();
    }
  });
});
