import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemporalClient } from '../../../../temporal/client.ts';
import { loadConfig } from '../../../platform/config/config.ts';
import { noteTemporalStart } from '../../../platform/temporal-start.ts';
import { freePort } from '../../embedded/ports.ts';
import { checkTemporal } from './check-temporal.ts';
import type { Finding } from './finding.ts';

describe('doctor', () => {
  it("reports the progress of Temporal's server while it is being built, and why it could not be", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'crier-doctor-'));
    const config = {
      ...loadConfig({}),
      CRIER_DATA_DIR: dataDir,
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    };
    const temporal = createTemporalClient(config);
    const running = { pid: process.pid, databaseUrl: null, settings: {} };
    const check = (): Promise<Finding> => checkTemporal({ config, temporal, running });
    try {
      expect(await check()).toMatchObject({ status: 'fail', fix: expect.stringContaining('temporal.log') });
      noteTemporalStart(dataDir, {
        state: 'preparing',
        progress: { step: 'building', done: 412, total: 1787, secondsLeft: 200 },
      });
      expect(await check()).toMatchObject({
        status: 'warn',
        detail: 'its server is not up yet: 412 of 1,787 packages compiled, about 4 minutes left',
        fix: expect.stringContaining('posts are stored'),
      });
      noteTemporalStart(dataDir, {
        state: 'failed',
        reason: 'There is no Temporal server: the disk is full',
      });
      expect(await check()).toMatchObject({
        status: 'fail',
        detail: 'There is no Temporal server: the disk is full',
        fix: expect.stringContaining('start Crier again'),
      });
    } finally {
      await temporal.connection.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});
