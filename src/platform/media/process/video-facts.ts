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
        // Without the codec's own description in the file, its profile is not known.
        ...chromaOf(await track.getCodecParameterString().catch(() => null)),
      },
    };
  }).catch(() => ({ width: null, height: null, durationMs: null, video: null }));
}

/**
 * Of the profile in a codec's string (RFC 6381): H.264 (ITU-T H.264, A.2: High 4:2:2 = 122, High 4:4:4 = 244
 * and 44, all before them 4:2:0) and VP9 (its bitstream: profiles 0 and 2 are 4:2:0). Others do not say.
 */
const PROFILES: readonly (readonly [RegExp, string])[] = [
  [/^avc[13]\.(?:42|4d|58|64|6e)/i, '4:2:0'],
  [/^avc[13]\.7a/i, '4:2:2'],
  [/^avc[13]\.(?:f4|2c)/i, '4:4:4'],
  [/^vp09\.0[02]\./, '4:2:0'],
];

const chromaOf = (codec: string | null): Pick<VideoFacts, 'chroma'> => {
  const known = PROFILES.find(([profile]) => profile.test(codec ?? ''));
  return known ? { chroma: known[1] } : {};
};

/** To a hundredth, as 29.97 is another rate than 30; null for a single picture. */
async function frameRateOf(track: InputVideoTrack): Promise<number | null> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(FRAMES);
  const rate = Math.round(averagePacketRate * 100) / 100;
  return packetCount > 1 && Number.isFinite(rate) && rate > 0 ? rate : null;
}
