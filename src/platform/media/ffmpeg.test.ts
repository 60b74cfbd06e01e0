import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg } from '../../test/servers/ffmpeg.ts';
import { describeWith } from '../../test/servers/server.ts';
import { convertVideoFile, type Conversion } from './ffmpeg.ts';
import { isIndexFirst } from './process/video-boxes.ts';
import { readVideoFacts } from './process/video-facts.ts';

const MADE = join(import.meta.dirname, 'fixtures/elsewhere');
jest.setTimeout(120_000);

describeWith([ffmpeg], 'ffmpeg', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'crier-ffmpeg-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const to = (): string => join(folder, 'to');
  const convert = async (from: string, more: Partial<Conversion> = {}): Promise<void> => {
    rmSync(to(), { force: true });
    await convertVideoFile({
      program: ffmpeg.path(),
      from,
      to: to(),
      durationMs: null,
      frameRate: null,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...more,
    });
  };
  /** A film as ffmpeg makes it of a test picture. */
  const film = (...args: readonly string[]): string => {
    const path = join(folder, 'from.mp4');
    execFileSync(ffmpeg.path(), ['-v', 'error', '-y', ...args, '-f', 'mp4', path]);
    return path;
  };
  const pattern = (size: string, rate: number, seconds = 1): string[] => [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
  ];
  /** How many different times pictures are shown for: the entries of `stts` (ISO/IEC 14496-12, 8.6.1.2). */
  const durations = (path: string): number => {
    const bytes = readFileSync(path);
    return bytes.readUInt32BE(bytes.indexOf('stts') + 8);
  };
  const factsOf = async () => ({ ...(await readVideoFacts(to())), first: await isIndexFirst(to()) });

  it.each([
    ['AV1', ['-c:v', 'libsvtav1', '-preset', '12']],
    ['VP9', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
    ['HEVC with ten bits', ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le']],
    ['H.264 with all colours', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p']],
    ['MPEG-4', ['-c:v', 'mpeg4']],
  ])('makes H.264 High of %s, with its index first', async (_, codec) => {
    await convert(film(...pattern('128x96', 25), ...codec));
    expect(await factsOf()).toEqual({
      width: 128,
      height: 96,
      durationMs: 1000,
      video: { codec: 'avc', audio: null, frameRate: 25, chroma: '4:2:0' },
      first: true,
    });
    // The profile and the constraints, in the decoder's configuration (ISO/IEC 14496-15, 5.3.3.1): 100 is
    // High.
    const bytes = readFileSync(to());
    expect(bytes[bytes.indexOf('avcC') + 5]).toBe(100);
  });

  it('keeps to 1920 pixels on a side and to 23 to 60 frames a second, with even sides', async () => {
    await convert(film(...pattern('2400x1081', 10, 0.3), '-c:v', 'mpeg4'), { frameRate: 10 });
    expect(await factsOf()).toMatchObject({ width: 1920, height: 864, video: { frameRate: 30 } });
    await convert(film(...pattern('65x63', 90), '-c:v', 'mpeg4'), { frameRate: 90 });
    expect(await factsOf()).toMatchObject({ width: 64, height: 62, video: { frameRate: 60 } });
  });

  it('shows each picture for the same time, where a cut film has a first one that is short', async () => {
    const uneven = ['-vf', 'setpts=if(eq(N\\,0)\\,PTS\\,PTS-0.025/TB)', '-fps_mode', 'passthrough'];
    const from = film(...pattern('64x48', 25, 2), ...uneven, '-c:v', 'libx264');
    expect(durations(from)).toBeGreaterThan(1);
    await convert(from, { frameRate: 25 });
    expect([durations(to()), (await factsOf()).video?.frameRate]).toEqual([1, 25]);
  });

  it('turns a film that a telephone says to turn', async () => {
    await convert(join(MADE, 'rotated.mov'));
    expect(await factsOf()).toMatchObject({ width: 48, height: 64 });
  });

  it('trims to the frame, and says how far it is', async () => {
    const said: number[] = [];
    const trim = { startMs: 1230, endMs: 2230 };
    await convert(film(...pattern('64x48', 25, 4), '-c:v', 'libx264', '-g', '250'), {
      trim,
      onProgress: (percent) => said.push(percent),
    });
    expect(await factsOf()).toMatchObject({ durationMs: 1000 });
    expect(said.at(-1)).toBeGreaterThan(50);
    expect(Math.max(...said)).toBeLessThan(100);
  });

  it.each([
    ['a list of other files', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'],
    ['a script for ffmpeg', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['a URL', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/secret.ts\n#EXT-X-ENDLIST\n'],
    ['nothing', ''],
  ])('takes nothing but an MP4: %s is refused', async (_, text) => {
    const path = join(folder, 'hostile.mp4');
    writeFileSync(path, text);
    await expect(convert(path)).rejects.toMatchObject({ obstacle: 'broken' });
    expect(existsSync(to())).toBe(false);
  });

  it('ends when its process is to stop, and when it takes too much memory', async () => {
    const from = film(...pattern('64x48', 25, 1), '-c:v', 'mpeg4');
    const ending = new AbortController();
    const slow = join(folder, 'slow.sh');
    const become = (script: string): void => {
      writeFileSync(slow, `#!/bin/sh\n${script}\n`);
      chmodSync(slow, 0o755);
    };
    become('exec sleep 60');
    const stopped = convert(from, { program: slow, signal: ending.signal });
    ending.abort(new Error('the process stops'));
    await expect(stopped).rejects.toThrow('the process stops');
    become(`exec ${process.execPath} -e "const all = []; for (;;) all.push(Buffer.alloc(1e8, 1))"`);
    await expect(convert(from, { program: slow })).rejects.toMatchObject({ obstacle: 'too_heavy' });
  });

  it.each([
    ['a full disk', 'echo "Error writing trailer: No space left on device" >&2; exit 228', 'no_room'],
    ['its time on the processors, which is over', 'exit 255', 'too_long'],
  ])('says of %s that it is not the film', async (_, script, obstacle) => {
    const program = join(folder, 'ends.sh');
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o755);
    await expect(convert('from', { program })).rejects.toMatchObject({ obstacle });
  });

  it('gets no environment variables', async () => {
    const spy = join(folder, 'spy.sh');
    const seen = join(folder, 'seen');
    writeFileSync(spy, `#!/bin/sh\nenv > ${seen}\nexit 1\n`);
    chmodSync(spy, 0o755);
    process.env.CRIER_TEST_SECRET = 'canary';
    try {
      await expect(convert('from', { program: spy })).rejects.toMatchObject({ obstacle: 'broken' });
    } finally {
      delete process.env.CRIER_TEST_SECRET;
    }
    expect(readFileSync(seen, 'utf8')).not.toContain('canary');
    expect(readFileSync(seen, 'utf8')).toContain('PATH=');
  });
});
