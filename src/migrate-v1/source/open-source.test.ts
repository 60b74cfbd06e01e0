import { describe, expect, it } from '@jest/globals';
import { startTcpProxy } from '../../test/faults/tcp-proxy.ts';
import { makeV1Source } from '../test/make-source.ts';
import { openSource } from './open-source.ts';

describe('A source', () => {
  it.each([
    [
      'that is not a database of v1',
      () => process.env.CRIER_TEST_DATABASE_URL ?? '',
      /is not a database of v1/,
    ],
    ['that does not answer', () => 'postgres://user:secret@127.0.0.1:1/v1', /cannot be read: ECONNREFUSED/],
  ])('%s is refused, without its password', async (_, url, message) => {
    const refused = openSource(url()).catch((error: unknown) => `${String(error)} ${JSON.stringify(error)}`);
    expect(await refused).toMatch(message);
    expect(await refused).not.toContain('secret');
  });

  it('that falls silent, or breaks off, is not waited for without end, and the step can be repeated', async () => {
    const v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v1.6',
      organizations: 1,
      posts: 1,
      waiting: 1,
    });
    const { host } = new URL(v1.url);
    const proxy = await startTcpProxy(host);
    const source = await openSource(v1.url.replace(host, proxy.address), 100);
    const read = (): Promise<object[]> => source.query('select 1');
    proxy.forget();
    await expect(read()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/database of v1 does not answer .*repeat this/),
    });
    expect(await read()).toHaveLength(1);
    proxy.cut();
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
    proxy.heal();
    expect(await read()).toHaveLength(1);
    await source.close();
    await proxy.stop();
    await v1.drop();
  }, 30_000);

  it('cannot be written to', async () => {
    const v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v1.6',
      organizations: 1,
      posts: 1,
      waiting: 1,
    });
    const source = await openSource(v1.url);
    await expect(source.query(`update "Post" set state = 'DRAFT'`)).rejects.toThrow(/read-only transaction/);
    await source.close();
    await v1.drop();
  });
});
