/**
 * Makes an MP4 of a video as phones and cameras write it (QuickTime, M4V, 3GP), which every network takes,
 * of an MP4 that contains more than what it shows, and of one whose index comes last; refuses a video that
 * nobody can play. The pictures and sounds are copied as they are, packet by packet; nothing is decoded, and
 * nothing else of the file is copied: neither the place nor the camera.
 */
import { rename, rm, stat } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { EncodedPacket, Input, InputAudioTrack, InputTrack, InputVideoTrack, Output } from 'mediabunny';
import { ApiError } from '../../errors.ts';
import { assertSize } from './detect-media.ts';
import { withVideo } from './open-video.ts';
import { holdsMore, isIndexFirst, tellsMore } from './video-boxes.ts';
import type { Sentence } from '../../../../providers/_kit/sentences/fill.ts';
import { isDiskFull } from '../storage.ts';
import { sentence } from '../../sentences.ts';

const MP4 = 'video/mp4';
/** MP4, and what is built alike. */
const TYPES: ReadonlySet<string> = new Set([
  MP4,
  'video/quicktime',
  'video/x-m4v',
  'video/3gpp',
  'video/3gpp2',
]);
/** What networks play inside an MP4. */
const VIDEO_CODECS = ['avc', 'hevc', 'av1', 'vp9'] as const;
const AUDIO_CODECS = ['aac', 'mp3', 'ac3', 'eac3', 'opus'] as const;

/**
 * Checks a received video, and replaces it by an MP4 of nothing but its pictures and sounds if it is no MP4,
 * contains more, or has its index at the end: Instagram, for one, refuses it there. Other files stay as they
 * are.
 *
 * @returns the size in bytes of what is at `path` now
 * @throws ApiError `unsupported_file` for a video that has no index, no picture, or breaks off, and for one
 * that must be copied and cannot; `file_too_large`
 */
export async function convertVideo(file: { path: string; size: number }): Promise<number> {
  const mime = (await fileTypeFromFile(file.path))?.mime;
  if (mime === undefined || !TYPES.has(mime)) return file.size;
  assertSize(file.size, mime);
  const converted = `${file.path}.converted`;
  try {
    const isCopied = await withVideo(file.path, async (video) => {
      const tracks = await video.getTracks();
      await assertPlayable(tracks);
      if (mime !== MP4 || (await saysMore(video, file.path))) {
        await copy(await chosen(tracks, mime), converted);
        return true;
      }
      return !(await isIndexFirst(file.path)) && copiedIfPossible(tracks, converted);
    });
    if (isCopied) await rename(converted, file.path);
  } finally {
    await rm(converted, { force: true });
  }
  return (await stat(file.path)).size;
}

async function saysMore(video: Input, path: string): Promise<boolean> {
  const { raw = {} } = await video.getMetadataTags();
  return tellsMore(Object.keys(raw)) || holdsMore(path);
}

/** Half a file has an index of more than is there, or no index: most cameras write it at the end. */
async function assertPlayable(tracks: readonly InputTrack[]): Promise<void> {
  const { EncodedPacketSink } = await import('mediabunny');
  if (!tracks.length) {
    throw unsupported(sentence('video_without_index'));
  }
  let frames = 0;
  for (const track of tracks) {
    const isShown = track.isVideoTrack();
    if (!isShown && !track.isAudioTrack()) continue;
    const sink = new EncodedPacketSink(track);
    const named = await sink.getPacket(Infinity, { metadataOnly: true });
    if (!named) continue;
    const last = await sink.getPacket(Infinity);
    if ((last?.byteLength ?? 0) < named.byteLength) {
      throw unsupported(sentence('video_breaks_off'));
    }
    if (isShown) frames += 1;
  }
  if (!frames) throw unsupported(sentence('no_moving_picture'));
}

/** The tracks of a video that are copied. `audio`: undefined without sound that an MP4 may have. */
export async function copied(tracks: readonly InputTrack[]) {
  const shown = tracks.filter((track) => track.isVideoTrack());
  const heard = tracks.filter((track) => track.isAudioTrack());
  const video = await firstOf(shown, VIDEO_CODECS);
  const audio = await firstOf(heard, AUDIO_CODECS);
  return { shown, heard, video, audio };
}

/** Pictures that are copied to move an index: more than an hour and a half; longer films stay as they are. */
const MAX_PACKETS = 200_000;

/**
 * Whether a video that could stay as it is was copied: one that can be played may be too odd to be written.
 */
async function copiedIfPossible(tracks: readonly InputTrack[], to: string): Promise<boolean> {
  const { video, audio, heard } = await copied(tracks);
  if (!video || (heard.length && !audio)) return false;
  const { packetCount } = await video.computePacketStats(MAX_PACKETS);
  if (packetCount >= MAX_PACKETS) return false;
  return copy([video, audio], to).then(
    () => true,
    (error: unknown) => {
      if (isDiskFull(error)) throw error;
      return false;
    },
  );
}

/** The pictures and, if there is any, the sound that are copied. */
async function chosen(
  tracks: readonly InputTrack[],
  mime: string,
): Promise<[InputVideoTrack, InputAudioTrack | undefined]> {
  const { shown, heard, video, audio } = await copied(tracks);
  if (!video || (!audio && heard.length)) {
    const codec = (video ? heard : shown)[0]?.internalCodecId;
    const code =
      mime === MP4
        ? video
          ? 'video_place_in_sound'
          : 'video_place_in_pictures'
        : video
          ? 'video_sound_not_for_mp4'
          : 'video_pictures_not_for_mp4';
    throw unsupported(sentence(code, { codec: String(codec) }));
  }
  return [video, audio];
}

async function firstOf<Track extends InputTrack>(
  tracks: readonly Track[],
  codecs: readonly string[],
): Promise<Track | undefined> {
  for (const track of tracks) if (codecs.includes((await track.getCodec()) ?? '')) return track;
  return undefined;
}

/** The choice of packets of a track that are copied, with the times at which the copy shows them. */
export type Choose = (track: InputTrack) => AsyncGenerator<EncodedPacket, void>;

async function* everything(track: InputTrack): AsyncGenerator<EncodedPacket, void> {
  const { EncodedPacketSink } = await import('mediabunny');
  yield* new EncodedPacketSink(track).packets();
}

/** A track on its way into the copy: its next packet, those after it, and how one is added. */
interface Lane {
  next: EncodedPacket | undefined;
  readonly rest: AsyncGenerator<EncodedPacket, void>;
  add(packet: EncodedPacket): Promise<void>;
}

/** Writes the copy with its index first, as networks want it that play while they load. */
export async function copy(
  [video, audio]: readonly [InputVideoTrack, InputAudioTrack | undefined],
  to: string,
  choose: Choose = everything,
): Promise<void> {
  const { FilePathTarget, Mp4OutputFormat, Output } = await import('mediabunny');
  const format = new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new Output({ format, target: new FilePathTarget(to) });
  try {
    const lanes = [
      await addVideo(output, video, choose),
      ...(audio ? [await addAudio(output, audio, choose)] : []),
    ];
    await output.start();
    for (let lane = earliest(lanes); lane?.next; lane = earliest(lanes)) {
      await lane.add(lane.next);
      lane.next = (await lane.rest.next()).value ?? undefined;
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}

/** The track that is furthest behind: packets are written in order of time. */
const earliest = (lanes: readonly Lane[]): Lane | undefined =>
  lanes.filter(({ next }) => next).toSorted((a, b) => (a.next?.timestamp ?? 0) - (b.next?.timestamp ?? 0))[0];

async function addVideo(output: Output, track: InputVideoTrack, choose: Choose): Promise<Lane> {
  const { EncodedVideoPacketSource } = await import('mediabunny');
  const source = new EncodedVideoPacketSource((await track.getCodec()) ?? 'avc');
  output.addVideoTrack(source, {
    ...(await roomFor(track)),
    transformationMatrix: await track.getTransformationMatrix(),
  });
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  let latest = -Infinity;
  return laneOf(choose(track), (packet) => {
    // A key frame that is shown before what came earlier begins nothing of its own; cameras call it one all
    // the same.
    const isKey = packet.type === 'key' && packet.timestamp >= latest;
    latest = Math.max(latest, packet.timestamp);
    return source.add(isKey ? packet : packet.clone({ type: 'delta' }), meta);
  });
}

async function addAudio(output: Output, track: InputAudioTrack, choose: Choose): Promise<Lane> {
  const { EncodedAudioPacketSource } = await import('mediabunny');
  const source = new EncodedAudioPacketSource((await track.getCodec()) ?? 'aac');
  output.addAudioTrack(source, await roomFor(track));
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined };
  return laneOf(choose(track), (packet) => source.add(packet, meta));
}

/** The index is given as much room as the packets need, so they are counted first. */
const roomFor = async (track: InputTrack): Promise<{ maximumPacketCount: number }> => ({
  maximumPacketCount: (await track.computePacketStats()).packetCount,
});

async function laneOf(rest: Lane['rest'], add: Lane['add']): Promise<Lane> {
  return { next: (await rest.next()).value ?? undefined, rest, add };
}

const unsupported = (why: Sentence): ApiError => new ApiError('unsupported_file', why);
