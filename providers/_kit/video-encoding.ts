/** How a video is encoded, held against what a network takes. */
import type { MediaBounds, MediaFile } from './contract.ts';
import type { Sentence } from './sentences/fill.ts';
import { sentence } from './sentences/catalogue.ts';

/** What people call a codec. */
const CODECS: Readonly<Record<string, string>> = {
  avc: 'H.264',
  hevc: 'HEVC (H.265)',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  aac: 'AAC',
  mp3: 'MP3',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  opus: 'Opus',
};
/** Cameras are never exact. */
const SLACK = 0.05;

const named = (codec: string): string => CODECS[codec] ?? codec;

/** What of a video's encoding is outside the bounds, with the way to fix it. */
export function checkEncoding(
  { codecs, audioCodecs, chroma, minFrameRate, maxFrameRate }: MediaBounds,
  { video, fileName: file }: Pick<MediaFile, 'video' | 'fileName'>,
): Sentence[] {
  const { codec, audio, frameRate } = video ?? {};
  const problems: Sentence[] = [];
  if (codec && codecs && !codecs.includes(codec)) {
    problems.push(sentence('video_codec', { file, codec: named(codec), codecs: codecs.map(named) }));
  }
  if (video?.chroma && chroma && video.chroma !== chroma) {
    problems.push(sentence('video_chroma', { file, chroma: video.chroma, allowed: chroma }));
  }
  if (audio && audioCodecs && !audioCodecs.includes(audio)) {
    problems.push(sentence('audio_codec', { file, codec: named(audio), codecs: audioCodecs.map(named) }));
  }
  const rate = frameRate ?? undefined;
  if (rate === undefined) return problems;
  if (minFrameRate !== undefined && rate < minFrameRate - SLACK) {
    problems.push(sentence('frame_rate_too_low', { file, value: rate, limit: minFrameRate }));
  }
  if (maxFrameRate !== undefined && rate > maxFrameRate + SLACK) {
    problems.push(sentence('frame_rate_too_high', { file, value: rate, limit: maxFrameRate }));
  }
  return problems;
}
