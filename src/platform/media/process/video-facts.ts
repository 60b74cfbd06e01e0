/** Sides, duration and encoding of a video. */
import type { InputVideoTrack } from 'mediabunny';
import type { VideoFacts } from '../../../../providers/_kit/content.ts';
import type { Dimensions } from '../accepted-media.ts';
import { withVideo } from './open-video.ts';

/** Frames that are enough to know the rate: several seconds of any video. */
const FRAMES = 300;

/** Reads the facts; a file that is broken or unusual has none. */
export function readVideoFacts(path: string): Promise<Dimensions & { readonly video: VideoFacts | null }> {
  return withVideo(path, async (video) => {
    const track = await video.getPrimaryVideoTrack();
    return {
      // As shown: turned, and with square pixels.
      width: track && Math.round(await track.getDisplayWidth()),
      height: track && Math.round(await track.getDisplayHeight()),
      durationMs: Math.round((await video.computeDuration()) * 1000) || null,
      video: track && {
        codec: await track.getCodec(),
        audio: (await (await video.getPrimaryAudioTrack())?.getCodec()) ?? null,
        frameRate: await frameRateOf(track),
      },
    };
  }).catch(() => ({ width: null, height: null, durationMs: null, video: null }));
}

/** To a hundredth, as 29.97 is another rate than 30; null for a single picture. */
async function frameRateOf(track: InputVideoTrack): Promise<number | null> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(FRAMES);
  const rate = Math.round(averagePacketRate * 100) / 100;
  return packetCount > 1 && Number.isFinite(rate) && rate > 0 ? rate : null;
}
