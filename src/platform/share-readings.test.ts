import { describe, expect, it } from '@jest/globals';
import { shareReadings } from './share-readings.ts';

describe('a shared reading', () => {
  const begun: { key: string; end: PromiseWithResolvers<string> }[] = [];
  const read = shareReadings((key) => {
    const end = Promise.withResolvers<string>();
    begun.push({ key, end });
    return end.promise;
  });
  const settled = (): Promise<void> => new Promise((then) => setImmediate(then));

  it('is never older than the question, and answers all who came while another one ran', async () => {
    const first = read('a');
    const [second, third] = [read('a'), read('a')];
    expect(begun).toHaveLength(1);
    begun[0]?.end.resolve('before');
    expect(await first).toBe('before');
    await settled();
    expect(begun).toHaveLength(2);
    begun[1]?.end.resolve('after');
    expect(await Promise.all([second, third])).toEqual(['after', 'after']);
  });

  it('goes on after one that failed, and waits for none of another key', async () => {
    const count = begun.length;
    const failed = read('a');
    const next = read('a');
    const other = read('b');
    expect(begun.slice(count).map(({ key }) => key)).toEqual(['a', 'b']);
    begun[count]?.end.reject(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    await settled();
    begun[count + 2]?.end.resolve('back');
    begun[count + 1]?.end.resolve('theirs');
    expect(await Promise.all([next, other])).toEqual(['back', 'theirs']);
  });
});
