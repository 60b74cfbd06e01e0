import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { checkChannels } from './check-channels.ts';
import type { Finding } from './finding.ts';

describe('doctor, of channels whose network fetches files from the instance', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    await insertChannel(crier, 'threads', { credentials: { token: 't' }, details: {} });
  });
  afterAll(() => crier?.stop());

  const findFiles = async (FRONTEND_URL?: string): Promise<Finding | undefined> => {
    const { config, database } = crier.context;
    const findings = await checkChannels({ database, config: { ...config, FRONTEND_URL } }, null);
    return findings.find(({ check }) => check === 'Files');
  };

  it.each([undefined, 'http://127.0.0.1:5000', 'http://crier.example'])(
    'warns that they cannot reach %s',
    async (address) => {
      expect(await findFiles(address)).toMatchObject({
        status: 'warn',
        detail: expect.stringContaining('cannot reach'),
        fix: expect.stringContaining('FRONTEND_URL'),
      });
    },
  );

  it('has nothing to say of a public https address', async () => {
    expect(await findFiles('https://crier.example')).toBeUndefined();
  });
});
