/**
 * ffmpeg (CRIER_FFMPEG): makes an MP4 of a stored video that every network takes. It parses untrusted
 * files, so it is a process of its own with bounds: it reads one file of one format, by the file
 * protocol alone, gets no environment variables, and is ended when it takes too long or too much memory.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import type { VideoFacts } from '../../../providers/_kit/content.ts';
import { childEnv } from '../config/config.ts';
import { MAX_VIDEO_BYTES } from './accepted-media.ts';

/** The part of a video that is kept, in milliseconds from its start. */
export interface Trim {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Conversion {
  /** The program: its path, or its name. */
  readonly program: string;
  readonly from: string;
  readonly to: string;
  readonly trim?: Trim | undefined;
  readonly durationMs: number | null;
  readonly frameRate: VideoFacts['frameRate'];
  readonly signal: AbortSignal;
  /** Called with 0 to 100. */
  onProgress(percent: number): void;
}

/** The reason why there is no result: the file, or one of the bounds. */
export type Obstacle = 'broken' | 'too_long' | 'too_heavy' | 'too_large' | 'no_room';

export class ConversionFailed extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle, said: string) {
    super(`ffmpeg made no video (${obstacle}): ${said}`);
    this.obstacle = obstacle;
  }
}

const MB = 1024 * 1024;
const THREADS = 2;
const NICE = 10;
/** Of time on the clock; the processors together may take THREADS times as much. */
const MAX_MS = 60 * 60_000;
const MAX_RSS_BYTES = 1536 * MB;
/** In one piece of memory: a picture of 50 million pixels in 16 bits. */
const MAX_ALLOC_BYTES = 400 * MB;
const MAX_PIXELS = 50_000_000;
const LOOK_MS = 250;
/** The end of what ffmpeg says, for the log. */
const SAID = 1000;

/** What ffmpeg says of a full disk (ENOSPC, EDQUOT). */
const NO_ROOM = /No space left on device|Disk quota exceeded/i;

/**
 * How ffmpeg ends by a signal that it handles: by `-timelimit`, the system sends SIGXCPU
 * (fftools/ffmpeg.c).
 */
const SIGNALLED = 255;

/** What a stored MP4 may hold; ffmpeg's other decoders, of which it has hundreds, never see a file. */
const DECODERS =
  'h264,hevc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx-vp9,mpeg4,h263,mpeg2video,prores,mjpeg,' +
  'aac,mp3,mp3float,ac3,eac3,opus,libopus,alac,flac,vorbis,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be';

/** Every network that names bounds takes 23 to 60 frames a second (`META_ENCODING`). */
const RATES = { least: 23, most: 60, usual: 30 };
/** Instagram takes no wider picture. */
const MAX_SIDE = 1920;

/**
 * Converts a video: H.264 High with 8 bits and half the colours (yuv420p), AAC in stereo, at most 1920 pixels
 * on a side and 60 frames a second, upright, its index first.
 *
 * @throws ConversionFailed; the reason of the signal; Error where the program cannot be started
 */
export async function convertVideoFile(conversion: Conversion): Promise<void> {
  const { program, signal, onProgress, trim, durationMs } = conversion;
  signal.throwIfAborted();
  const totalMs = trim ? trim.endMs - trim.startMs : durationMs;
  const child = spawn(program, argumentsOf(conversion), {
    env: { PATH: childEnv().PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-SAID)));
  child.stdout.on('data', (chunk: Buffer) => {
    const us = /out_time_us=(\d+)/.exec(chunk.toString())?.[1];
    if (us && totalMs) onProgress(Math.min(99, Math.floor(Number(us) / 10 / totalMs)));
  });
  const { code, ended } = await watched(child, signal);
  signal.throwIfAborted();
  if (ended || code !== 0) throw new ConversionFailed(ended ?? obstacleOf(code, said), said);
}

function obstacleOf(code: number | null, said: string): Obstacle {
  if (NO_ROOM.test(said)) return 'no_room';
  return code === SIGNALLED ? 'too_long' : 'broken';
}

/** Waits for the end of the process, which comes early where it takes too much of anything. */
function watched(
  child: ChildProcess,
  signal: AbortSignal,
): Promise<{ code: number | null; ended: Obstacle | undefined }> {
  return new Promise((resolve, reject) => {
    let ended: Obstacle | undefined;
    const end = (why?: Obstacle): void => {
      ended = why;
      child.kill('SIGKILL');
    };
    const stop = (): void => end();
    signal.addEventListener('abort', stop, { once: true });
    const late = setTimeout(() => end('too_long'), MAX_MS);
    const look = setInterval(() => {
      void rssOf(child.pid).then((bytes) => bytes > MAX_RSS_BYTES && end('too_heavy'));
    }, LOOK_MS);
    // Posts and pages come first.
    // The system refuses a child more priority than its parent has.
    child.once('spawn', () => child.pid && setPriority(child.pid, Math.max(NICE, getPriority())));
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code) => {
      settle();
      resolve({ code, ended });
    });
    const settle = (): void => {
      clearTimeout(late);
      clearInterval(look);
      signal.removeEventListener('abort', stop);
    };
  });
}

/** Bytes of memory that a process has; 0 where the system does not say it in /proc. */
async function rssOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const words = (text: string): string[] => text.split(' ');

/** About the program, its bounds, and how it reports; `-n`: nothing is written over. */
const RUN = words(
  `-hide_banner -nostdin -n -loglevel error -progress pipe:1 -stats_period 1 -filter_threads ${THREADS} ` +
    `-max_alloc ${MAX_ALLOC_BYTES} -timelimit ${(MAX_MS * THREADS) / 1000}`,
);
/** What is read, and by what. */
const INPUT = words(
  `-protocol_whitelist file -f mov -enable_drefs 0 -codec_whitelist ${DECODERS} ` +
    `-max_pixels ${MAX_PIXELS} -threads ${THREADS}`,
);
/** The pictures and the first sound, and nothing else: neither a place nor a camera. */
const OUTPUT = words(
  '-map 0:V:0 -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1 ' +
    `-c:v libx264 -profile:v high -preset veryfast -crf 21 -maxrate 20M -bufsize 40M -threads ${THREADS} ` +
    `-c:a aac -b:a 128k -ar 48000 -ac 2 -movflags +faststart -fs ${MAX_VIDEO_BYTES} -f mp4`,
);

function argumentsOf({ from, to, trim, frameRate }: Conversion): string[] {
  const part = trim ? ['-ss', seconds(trim.startMs), '-to', seconds(trim.endMs)] : [];
  return [
    ...RUN,
    ...INPUT,
    ...part,
    '-i',
    `file:${from}`,
    '-vf',
    filtersFor(frameRate),
    ...OUTPUT,
    `file:${to}`,
  ];
}

/** Square pixels, even sides, and a rate that networks take. */
function filtersFor(frameRate: number | null): string {
  const shrink = String.raw`min(1\,${MAX_SIDE}/max(iw*sar\,ih))`;
  const side = (length: string): string => `trunc(${length}*${shrink}/2)*2`;
  const rate = frameRate ?? RATES.usual;
  const fps = rate < RATES.least ? RATES.usual : rate > RATES.most ? RATES.most : undefined;
  return [
    ...(fps ? [`fps=${fps}`] : []),
    `scale=w=${side('iw*sar')}:h=${side('ih')}`,
    'setsar=1',
    'format=yuv420p',
  ].join(',');
}
