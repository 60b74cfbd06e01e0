/** Sides and duration of a video. */
import type { Dimensions } from '../accepted-media.ts';
import { withVideo } from './open-video.ts';

/** Reads the facts; a file that is broken or unusual has none. */
export function readVideoFacts(path: string): Promise<Dimensions> {
  return withVideo(path, async (video) => {
    const track = await video.getPrimaryVideoTrack();
    return {
      // As shown: turned, and with square pixels.
      width: track && Math.round(await track.getDisplayWidth()),
      height: track && Math.round(await track.getDisplayHeight()),
      durationMs: Math.round((await video.computeDuration()) * 1000) || null,
    };
  }).catch(() => ({ width: null, height: null, durationMs: null }));
}
