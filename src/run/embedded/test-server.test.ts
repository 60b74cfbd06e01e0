import { beforeAll, expect, it } from '@jest/globals';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { cacheDir } from './fixtures/world.ts';
import type { StartError } from '../../platform/start-error.ts';
import { ensureTestServer } from './test-server.ts';

let server: string | StartError;
beforeAll(async () => {
  server = await ensureTestServer(cacheDir, () => undefined).catch((error: StartError) => error);
}, 300_000);

it('the time-skipping server passes a month at once, or explains what to install', async () => {
  if (typeof server !== 'string') {
    expect(server.message).toMatch(/Install Java .* and Maven, or connect to the network/);
    return;
  }
  const environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: server } },
  });
  try {
    const before = await environment.currentTimeMs();
    await environment.sleep('30 days');
    expect((await environment.currentTimeMs()) - before).toBeGreaterThanOrEqual(30 * 24 * 3_600_000);
  } finally {
    await environment.teardown();
  }
});
