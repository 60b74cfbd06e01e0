/** A machine whose clock is wrong, at a service that really compares it with its own. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnv } from '../../config/config.ts';
import { FalseClock, ensureFaketime, faketime } from '../../../test/faults/libfaketime.ts';
import { describeWith, endProcess } from '../../../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../../../test/servers/versitygw.ts';

const HOUR_S = 3600;

describeWith([versitygw, faketime], 'a bucket, for a machine whose clock is wrong,', () => {
  let s3: RunningS3;
  let folder: string;
  let clock: FalseClock;
  let child: ChildProcess;
  let lines: AsyncIterator<string>;
  beforeAll(async () => {
    s3 = await versitygw.start();
    folder = mkdtempSync(join(tmpdir(), 'crier-clock-'));
    clock = new FalseClock(join(folder, 'clock'), -3 * HOUR_S);
    child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/clock-process.ts'), folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: childEnv({ ...s3.env, ...clock.env(await ensureFaketime()) }),
    });
    if (!child.stdout) throw new Error('no output');
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }, 60_000);
  afterAll(async () => {
    if (child) await endProcess(child);
    await s3?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  /** What comes of it, after the process was seen to have this clock. */
  const ask = async (what: 'doctor' | 'put', offset: number): Promise<unknown> => {
    for (;;) {
      child.stdin?.write(`${what}\n`);
      const { at, found } = JSON.parse(String((await lines.next()).value)) as { at: number; found: unknown };
      if (Math.abs(at - Date.now() - offset * 1000) < 60_000) return found;
      await sleep(500);
    }
  };
  const WRONG = [
    expect.objectContaining({
      status: 'fail',
      detail: expect.stringContaining('the clock of this machine is wrong'),
      fix: expect.stringContaining('timedatectl set-ntp true'),
    }),
  ];
  const RIGHT = expect.arrayContaining([expect.objectContaining({ check: 'Bucket', status: 'ok' })]);

  it('is reported by doctor, behind and ahead, and no more once it is right', async () => {
    expect(await ask('doctor', -3 * HOUR_S)).toEqual(WRONG);
    clock.step(3 * HOUR_S);
    expect(await ask('doctor', 3 * HOUR_S)).toEqual(WRONG);
    clock.step(0);
    expect(await ask('doctor', 0)).toEqual(RIGHT);
  }, 60_000);

  it('goes on taking files: the SDK corrects the time by that of the answer, and again when the clock is set', async () => {
    for (const offset of [-3 * HOUR_S, 3 * HOUR_S, 0]) {
      clock.step(offset);
      expect([offset, await ask('put', offset)]).toEqual([offset, true]);
    }
  }, 60_000);
});
