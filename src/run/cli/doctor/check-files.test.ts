import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { png, upload } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { fetchAsNetwork } from '../../../uploads/reach.ts';
import { checkFiles, wordsOn } from './check-files.ts';
import type { Finding } from './finding.ts';

describe('doctor, of channels whose network fetches files from the instance', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  const findFiles = async (FRONTEND_URL?: string): Promise<Finding | undefined> => {
    const { config, database } = crier.context;
    return (await checkFiles({ database, config: { ...config, FRONTEND_URL } }))[0];
  };

  it('has nothing to report while there is no such channel', async () => {
    expect(await findFiles()).toBeUndefined();
  });

  it.each([undefined, 'http://127.0.0.1:5000', 'http://crier.example'])(
    'warns that they cannot reach %s, and names them',
    async (url) => {
      for (const network of ['threads', 'tiktok', 'pinterest', 'nostr']) {
        await insertChannel(crier, network, { credentials: { token: 't' }, details: {} });
      }
      const found = await findFiles(url);
      expect(found).toMatchObject({ status: 'warn', fix: expect.stringContaining('FRONTEND_URL') });
      for (const network of ['threads', 'tiktok', 'pinterest', 'nostr']) {
        expect(found?.detail).toContain(`(${network})`);
      }
    },
  );

  it('asks for the last file at a public https URL, where there is one', async () => {
    expect(await findFiles('https://crier.invalid.example')).toMatchObject({ status: 'ok' });
    await upload(crier, png());
    const found = await findFiles('https://crier.invalid.example');
    expect(found).toMatchObject({
      status: 'warn',
      detail: expect.stringMatching(
        /^https:\/\/crier\.invalid\.example\/uploads\/.*cannot be fetched from this/,
      ),
    });
  });

  it('is content when the file comes with all its bytes, and reports what came instead', async () => {
    const { body } = await upload<{ path: string; size: number }>(crier, png());
    const url = `${crier.url}${new URL(body.path).pathname}`;
    const askFor = async (at: string, { size }: { size: number }): Promise<Finding> =>
      wordsOn(await fetchAsNetwork(crier.context.config, at, size), { url: at, bytes: size });
    expect(await askFor(url, body)).toMatchObject({ status: 'ok' });
    expect(await askFor(url, { size: body.size + 1 })).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining(`${body.size} bytes, and the file has ${body.size + 1}`),
    });
    expect(await askFor(`${url}x`, body)).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('responds with 404 instead of the file'),
    });
  });
});
