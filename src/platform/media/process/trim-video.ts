/**
 * Trims a stored video without decoding anything: its packets are copied from the key frame at or
 * before the start, because nothing can be shown without one, up to the end.
 */
import { stat } from 'node:fs/promises';
import type { EncodedPacket, InputTrack, InputVideoTrack } from 'mediabunny';
import { ApiError } from '../../errors.ts';
import { sentence } from '../../sentences.ts';
import type { Trim } from '../ffmpeg.ts';
import { copied, copy, type Choose } from './convert-video.ts';
import { withVideo } from './open-video.ts';

/** Frames that may be stored before one that is shown earlier (H.264, A.3.1, max_dec_frame_buffering). */
const MAX_REORDERED = 16;

/** `size` in bytes of the part at `to`. @throws ApiError `unsupported_file` for a video that cannot be
 * copied */
export async function trimVideo(from: string, to: string, trim: Trim): Promise<{ readonly size: number }> {
  await withVideo(from, async (input) => {
    const { video, audio, heard } = await copied(await input.getTracks());
    if (!video || (heard.length && !audio)) {
      throw new ApiError('unsupported_file', sentence('trim_not_possible'));
    }
    await copy([video, audio], to, await between(video, trim));
  });
  return { size: (await stat(to)).size };
}

async function between(video: InputVideoTrack, { startMs, endMs }: Trim): Promise<Choose> {
  const { EncodedPacketSink } = await import('mediabunny');
  const sink = new EncodedPacketSink(video);
  const key = (await sink.getKeyPacket(startMs / 1000)) ?? (await sink.getFirstPacket());
  const start = key?.timestamp ?? 0;
  return (track) => packetsBetween(track, start, endMs / 1000);
}

async function* packetsBetween(
  track: InputTrack,
  start: number,
  end: number,
): AsyncGenerator<EncodedPacket, void> {
  const { EncodedPacketSink } = await import('mediabunny');
  const sink = new EncodedPacketSink(track);
  const first = await sink.getPacket(start);
  /** Shown after the end, and possibly needed for one that is stored later and shown before it. */
  let late: EncodedPacket[] = [];
  for await (const packet of sink.packets(first ?? undefined)) {
    // Sound that began earlier, and pictures that lean on what is cut off.
    if (packet.timestamp < start) continue;
    const moved = packet.clone({ timestamp: packet.timestamp - start });
    if (packet.timestamp < end) {
      yield* late;
      late = [];
      yield moved;
    } else if (late.push(moved) > MAX_REORDERED) return;
  }
}
