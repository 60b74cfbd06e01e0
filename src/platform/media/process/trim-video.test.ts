import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg } from '../../../test/servers/ffmpeg.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { trimVideo } from './trim-video.ts';
import { isIndexFirst } from './video-boxes.ts';
import { readVideoFacts } from './video-facts.ts';

describeWith([ffmpeg], 'a video that is trimmed without ffmpeg', () => {
  let folder: string;
  const from = (): string => join(folder, 'from.mp4');
  const to = (): string => join(folder, 'to.mp4');
  /** Four seconds with a key frame each second, and frames that are stored before others that are shown
   * first. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'crier-trim-'));
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=25:duration=4'];
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4'];
    const encoding = ['-c:v', 'libx264', '-g', '25', '-bf', '3', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    execFileSync(ffmpeg.path(), ['-v', 'error', ...picture, ...sound, ...encoding, from()]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    [1000, 3000, 2000],
    [1500, 3000, 2000],
    [0, 1700, 1700],
    [2990, 9000, 2000],
  ])(
    'begins at the key frame before its start, and ends at its end: %i to %i',
    async (startMs, endMs, ms) => {
      const { size } = await trimVideo(from(), to(), { startMs, endMs });
      expect(size).toBe(statSync(to()).size);
      const { durationMs, video } = await readVideoFacts(to());
      // A packet of sound has 23 ms, and a picture 40.
      expect(Math.abs((durationMs ?? 0) - ms)).toBeLessThan(130);
      expect(video).toMatchObject({ codec: 'avc', audio: 'aac' });
      expect(Math.abs((video?.frameRate ?? 0) - 25)).toBeLessThan(1);
      expect(await isIndexFirst(to())).toBe(true);
      // Every frame of it can be decoded.
      const said = execFileSync(ffmpeg.path(), ['-v', 'error', '-xerror', '-i', to(), '-f', 'null', '-'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      expect(said.toString()).toBe('');
    },
  );
});
