import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startBeside } from './start-inline.ts';

/**
 * A process that starts a group while Temporal is away, waits until that was given up, and ends what it
 * holds.
 */
const PROGRAM = `
  import { loadConfig } from './src/platform/config/config.ts';
  import { createContext } from './src/run/create-context.ts';
  import { startInline } from './src/platform/outbox/start-inline.ts';
  const context = await createContext(loadConfig(), 'test');
  await startInline(context, '01900000-0000-7000-8000-000000000000');
  await context.dispose();
`;

describe('an inline start that Temporal does not answer', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { TEMPORAL_ADDRESS: '127.0.0.1:9' } });
  });
  afterAll(() => crier?.stop());

  it('is left to the relay, and its process exits cleanly although the client was about to retry', async () => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], {
      env: { ...crier.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number];
    expect(output.join('')).toContain('start left to the relay');
    expect({ code, output: output.join('') }).toEqual({
      code: 0,
      output: expect.not.stringContaining('Channel has been shut down'),
    });
  });

  it('is not waited for by those that follow, until sixteen are under way', async () => {
    const begun: number[] = [];
    const starts = Array.from({ length: 18 }, async (_, n) => {
      await startBeside(crier.context, `01900000-0000-7000-8000-0000000000${n + 10}`);
      begun.push(n);
    });
    await setImmediate();
    expect(begun).toEqual(Array.from({ length: 16 }, (_, n) => n));
    await Promise.all(starts);
    expect(begun).toHaveLength(18);
  });
});
