import { describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../platform/config/config.ts';
import { ffmpeg } from '../../../test/servers/ffmpeg.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';

const check = (program?: string) =>
  checkFfmpeg({ config: loadConfig(program ? { CRIER_FFMPEG: program } : {}) });

describe('doctor checks ffmpeg', () => {
  it('only where one is named', async () => {
    expect(await check()).toEqual([]);
  });

  it('and says what is wrong with one that does not run, is another program or cannot write H.264', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-doctor-'));
    try {
      const path = join(folder, 'ffmpeg');
      const fix = expect.stringContaining('CRIER_FFMPEG');
      expect(await check(path)).toMatchObject([
        { status: 'fail', detail: expect.stringContaining('ENOENT'), fix },
      ]);
      const become = (script: string): void => {
        writeFileSync(path, `#!/bin/sh\n${script}\n`);
        chmodSync(path, 0o755);
      };
      become('echo hello');
      expect(await check(path)).toMatchObject([
        { status: 'fail', detail: `${path} is another program`, fix },
      ]);
      become('echo "ffmpeg version 7.1 Copyright"');
      expect(await check(path)).toMatchObject([
        { status: 'fail', detail: expect.stringContaining('without libx264'), fix },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describeWith([ffmpeg], 'doctor', () => {
  it('finds a real ffmpeg that converts videos', async () => {
    expect(await check(ffmpeg.path())).toMatchObject([{ check: 'ffmpeg', status: 'ok' }]);
  });
});
