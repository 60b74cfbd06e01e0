/** Uploads (docs.x.com/x-api/media): begun, filled chunk by chunk, finished, and processed. */
import { createHash } from 'node:crypto';
import { Response } from 'undici';
import {
  authorize,
  invalid,
  notFound,
  onlyKnown,
  plain,
  readJson,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import type { Account, Media, State } from './state.ts';

const TYPES: Readonly<Record<string, readonly string[]>> = {
  tweet_image: ['image/jpeg', 'image/png', 'image/webp', 'image/bmp', 'image/tiff', 'image/pjpeg'],
  tweet_gif: ['image/gif'],
  tweet_video: ['video/mp4', 'video/quicktime', 'video/webm', 'video/mp2t'],
  subtitles: ['text/srt', 'text/vtt'],
};
/** Bytes of a picture, a GIF, a video. */
const LARGEST: Readonly<Record<string, number>> = {
  tweet_image: 5 * 1024 ** 2,
  tweet_gif: 15 * 1024 ** 2,
  tweet_video: 8 * 1024 ** 3,
  // Not documented.
  subtitles: 1024 ** 2,
};
/**
 * Of accounts that pay (docs.x.com, "Media best practices"); the schema of `total_bytes` has the same
 * maximum.
 */
const LARGEST_PREMIUM_VIDEO = 16 * 1024 ** 3;
const KINDS: Readonly<Record<string, number>> = {
  tweet_image: 3,
  tweet_gif: 16,
  tweet_video: 7,
  subtitles: 13,
};
/** The category of a video in POST /2/media/subtitles. */
const WITH_SUBTITLES = ['TweetVideo', 'AmplifyVideo'];
const DAY_S = 86_400;
const ALT_LENGTH = 1000;

function begin(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'media.write');
  const fields = readJson(call, [
    'media_category',
    'media_type',
    'total_bytes',
    'shared',
    'additional_owners',
  ]);
  const { media_category: category, media_type: mime, total_bytes: totalBytes } = fields;
  if (typeof category !== 'string' || !TYPES[category]) {
    throw invalid('media_category', category, 'media_category is not valid');
  }
  if (typeof mime !== 'string' || !TYPES[category].includes(mime)) {
    throw invalid('media_type', mime, `media_type is not valid for ${category}`);
  }
  if (!Number.isInteger(totalBytes) || Number(totalBytes) <= 0) {
    throw invalid('total_bytes', totalBytes, 'total_bytes must be a positive number');
  }
  const pays = account.subscription !== 'None' && category === 'tweet_video';
  const largest = pays ? LARGEST_PREMIUM_VIDEO : (LARGEST[category] ?? 0);
  if (Number(totalBytes) > largest) throw plain(400, `File size exceeds ${largest} bytes.`);
  const id = state.nextId();
  const media: Media = {
    id,
    key: `${KINDS[category]}_${id}`,
    accountId: account.id,
    mime,
    category,
    totalBytes: Number(totalBytes),
    endsAt: state.now().getTime() + DAY_S * 1000,
    chunks: new Map(),
    alt: null,
    finished: false,
    subtitles: null,
    pollsLeft: category === 'tweet_image' || category === 'subtitles' ? 0 : state.armed.mediaPolls,
    failed: state.armed.mediaFails,
    postId: null,
  };
  state.media.set(id, media);
  return { status: 200, body: { data: { id, media_key: media.key, expires_after_secs: DAY_S } } };
}

/** An upload of the account that has not ended. */
export function findMedia(state: State, account: Account, id: string): Media | undefined {
  const media = state.media.get(id);
  return media?.accountId === account.id && media.endsAt > state.now().getTime() ? media : undefined;
}

function ownMedia(state: State, call: Call, id = call.params[0] ?? ''): Media {
  const { account } = authorize(state, call, 'media.write');
  const media = findMedia(state, account, id);
  if (!media) throw notFound('media', id);
  return media;
}

async function append(state: State, call: Call): Promise<Answer> {
  const media = ownMedia(state, call);
  const type = call.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    throw invalid('content-type', type, 'Unsupported Content-Type');
  }
  const form = await new Response(call.body, { headers: { 'content-type': type } }).formData();
  onlyKnown(Object.fromEntries([...form.keys()].map((name) => [name, true])), ['segment_index', 'media']);
  const index = String(form.get('segment_index') ?? '');
  if (!/^\d{1,3}$/.test(index)) throw invalid('segment_index', index, 'segment_index must be from 0 to 999');
  const chunk = form.get('media');
  if (!(chunk instanceof Blob) || !chunk.size) throw invalid('media', '', 'media is required');
  if (chunk.size > state.limits.chunkBytes) throw plain(413, 'Request Entity Too Large');
  if (media.finished) throw invalid('id', media.id, 'Segments cannot be appended to media that is finalized');
  media.chunks.set(Number(index), Buffer.from(await chunk.arrayBuffer()));
  return { status: 200, body: { data: { expires_at: Math.floor(media.endsAt / 1000) } } };
}

/** The chunks in order; null if one is missing or the size is not the announced one. */
function wholeOf({ chunks, totalBytes }: Media): Buffer | null {
  const ordered = Array.from({ length: chunks.size }, (_, n) => chunks.get(n));
  if (ordered.some((chunk) => !chunk)) return null;
  const whole = Buffer.concat(ordered as Buffer[]);
  return whole.length === totalBytes ? whole : null;
}

/** SHA-256 of an upload in hexadecimal. */
export const hashOf = (media: Media): string =>
  createHash('sha256')
    .update(wholeOf(media) ?? '')
    .digest('hex');

/** Whether a post may not have it yet, or ever. */
export const isUnfinished = ({ finished, pollsLeft, failed }: Media): boolean =>
  !finished || pollsLeft > 0 || failed;

function present(media: Media): Record<string, unknown> {
  const processing =
    ['tweet_image', 'subtitles'].includes(media.category) && !media.failed
      ? {}
      : {
          processing_info:
            media.pollsLeft > 0
              ? { state: 'in_progress', check_after_secs: 0, progress_percent: 50 }
              : media.failed
                ? {
                    state: 'failed',
                    error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' },
                  }
                : { state: 'succeeded', progress_percent: 100 },
        };
  return {
    id: media.id,
    media_key: media.key,
    size: media.totalBytes,
    expires_after_secs: DAY_S,
    ...processing,
  };
}

function finish(state: State, call: Call): Answer {
  const media = ownMedia(state, call);
  if (media.finished) throw invalid('id', media.id, 'The upload is finalized already');
  if (!wholeOf(media)) throw plain(400, 'Segments do not add up to provided total file size.');
  media.finished = true;
  return { status: 200, body: { data: present(media) } };
}

function status(state: State, call: Call): Answer {
  const media = ownMedia(state, call, call.query.get('media_id') ?? '');
  if (call.query.get('command') !== 'STATUS') {
    throw invalid('command', call.query.get('command'), 'command must be STATUS');
  }
  if (!media.finished) throw invalid('media_id', media.id, 'The upload is not finalized');
  if (media.pollsLeft > 0) media.pollsLeft--;
  return { status: 200, body: { data: present(media) } };
}

function describe(state: State, call: Call): Answer {
  const { id, metadata } = readJson(call, ['id', 'metadata']);
  const media = ownMedia(state, call, String(id));
  const alt = (metadata as { alt_text?: { text?: unknown } } | undefined)?.alt_text?.text;
  if (typeof alt !== 'string' || !alt || alt.length > ALT_LENGTH) {
    throw invalid('metadata.alt_text.text', alt, `alt_text must have from 1 to ${ALT_LENGTH} characters`);
  }
  if (media.category === 'tweet_video') throw plain(400, 'Alt text is not supported for this media.');
  media.alt = alt;
  return { status: 200, body: { data: { id: media.id, associated_metadata: { alt_text: { text: alt } } } } };
}

/** By the schema of CreateMediaSubtitlesRequest in X's OpenAPI document. */
function subtitle(state: State, call: Call): Answer {
  const { id, media_category: category, subtitles } = readJson(call, ['id', 'media_category', 'subtitles']);
  const media = ownMedia(state, call, String(id));
  if (media.category !== 'tweet_video' || !WITH_SUBTITLES.includes(String(category))) {
    throw invalid('media_category', category, 'media_category is not valid');
  }
  const { id: trackId, language_code: language, display_name: name } = subtitles as Record<string, string>;
  const track = ownMedia(state, call, trackId);
  if (!track.finished || track.category !== 'subtitles') {
    throw invalid('subtitles.id', trackId, 'is no subtitles');
  }
  if (!/^[A-Z]{2}$/.test(language ?? '')) {
    throw invalid(
      'subtitles.language_code',
      language,
      'language_code does not match the regex pattern ^[A-Z]{2}$',
    );
  }
  media.subtitles = { language: language ?? '', name: name ?? '', text: wholeOf(track)?.toString() ?? '' };
  return { status: 200, body: { data: { id, media_category: category, associated_subtitles: subtitles } } };
}

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/2\/media\/subtitles$/, handle: subtitle },
  { method: 'POST', path: /^\/2\/media\/upload\/initialize$/, handle: begin },
  { method: 'POST', path: /^\/2\/media\/upload\/(\d+)\/append$/, handle: append },
  { method: 'POST', path: /^\/2\/media\/upload\/(\d+)\/finalize$/, handle: finish },
  { method: 'GET', path: /^\/2\/media\/upload$/, handle: status },
  { method: 'POST', path: /^\/2\/media\/metadata$/, handle: describe },
];
