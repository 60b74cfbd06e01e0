/**
 * Resumable uploads (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol): sessions that
 * take bytes in order, in chunks of 256 KiB, and make a video of the last one.
 */
import { createHash, randomBytes } from 'node:crypto';
import { authorize, failed, partsOf, type Answer, type Call, type Route } from './call.ts';
import { present } from './data.ts';
import { CATEGORIES } from './playlists.ts';
import type { Session, Snippet, State, Video, VideoStatus } from './state.ts';

const CHUNK = 256 * 1024;
const VIDEOS = '/upload/youtube/v3/videos';
const PRIVACY: ReadonlySet<unknown> = new Set(['public', 'private', 'unlisted']);

function open(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  partsOf(call, ['snippet', 'status']);
  if (call.query.get('uploadType') !== 'resumable') {
    throw failed(400, 'badRequest', 'Bad request', 'global');
  }
  if (state.armed.insertsLeft <= 0) {
    throw failed(
      403,
      'quotaExceeded',
      'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
      'youtube.quota',
    );
  }
  const total = Number(call.headers['x-upload-content-length']);
  const type = String(call.headers['x-upload-content-type'] ?? '');
  if (!total || !/^(video\/|application\/octet-stream$)/.test(type)) {
    throw failed(400, 'mediaBodyRequired', 'The request does not include the video content.');
  }
  const silent = call.query.get('notifySubscribers') === 'false';
  const metadata = { ...readMetadata(call), notifies: !silent };
  state.armed.insertsLeft--;
  const id = randomBytes(24).toString('base64url');
  state.sessions.set(id, { id, owner, metadata, total, bytes: [], received: 0, video: null });
  return {
    status: 200,
    body: '',
    headers: { location: `${state.url}${VIDEOS}?${call.query}&upload_id=${id}`, 'x-guploader-uploadid': id },
  };
}

/** @throws ApiError with YouTube's reasons (docs/videos/insert, "Errors") */
function readMetadata({ body }: Call): Omit<Session['metadata'], 'notifies'> {
  const { snippet, status } = JSON.parse(body.toString()) as { snippet?: Snippet; status?: VideoStatus };
  const { title, description = '', tags = [], categoryId = '22' } = snippet ?? { title: '' };
  const fail = (reason: string, what: string): never => {
    throw failed(400, reason, `The request metadata specifies an invalid ${what}.`);
  };
  if (!title || Array.from(title).length > 100 || /[<>]/.test(title)) fail('invalidTitle', 'video title');
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description)) {
    fail('invalidDescription', 'video description');
  }
  if (tags.reduce((sum, tag) => sum + Array.from(tag).length + (tag.includes(' ') ? 2 : 0), 0) > 500) {
    fail('invalidTags', 'video keywords');
  }
  if (!CATEGORIES.some(({ id, assignable }) => id === categoryId && assignable)) {
    throw failed(
      400,
      'invalidCategoryId',
      'The <code>snippet.categoryId</code> property specifies an invalid category ID. Use the <code><a href="/youtube/v3/docs/videoCategories/list">videoCategories.list</a></code> method to retrieve supported categories.',
    );
  }
  if (!['youtube', 'creativeCommon', undefined].includes(status?.license)) {
    throw failed(400, 'invalidVideoMetadata', 'The request metadata is invalid.');
  }
  if (!status || !PRIVACY.has(status.privacyStatus)) {
    throw failed(400, 'invalidVideoMetadata', 'The request metadata is invalid.');
  }
  return { snippet: { title, description, tags, categoryId }, status };
}

function resume(state: State, call: Call): Answer {
  authorize(state, call);
  const session = state.sessions.get(call.query.get('upload_id') ?? '');
  if (!session) return { status: 404, body: 'Not Found' };
  const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(String(call.headers['content-range'] ?? ''));
  if (!range || Number(range[3]) !== session.total) return badRange();
  const [, from, to] = range;
  if (session.video) return { status: 200, body: present(session.video, ['snippet', 'status']) };
  if (from === undefined) return call.body.length ? badRange() : progress(session);
  const [start, end] = [Number(from), Number(to) + 1];
  const isLast = end === session.total;
  if (end - start !== call.body.length || end > session.total) return badRange();
  if (!isLast && call.body.length % CHUNK) return badRange();
  // Bytes that do not follow on those that have arrived are not kept.
  if (start !== session.received) return progress(session);
  session.bytes.push(call.body);
  session.received = end;
  if (!isLast) return progress(session);
  return { status: 200, body: present(create(state, session), ['snippet', 'status']) };
}

const badRange = (): Answer => ({ status: 400, body: 'Failed to parse Content-Range header.' });

const progress = ({ received }: Session): Answer => ({
  status: 308,
  body: '',
  headers: received ? { range: `bytes=0-${received - 1}` } : {},
});

function create(state: State, session: Session): Video {
  const { owner, metadata } = session;
  const video: Video = {
    id: randomBytes(8).toString('base64url'),
    owner,
    ...metadata,
    sha256: createHash('sha256').update(Buffer.concat(session.bytes)).digest('hex'),
    publishedAt: state.now().toISOString(),
    pollsLeft: state.armed.polls,
    rejected: state.armed.rejection,
    thumbnail: null,
    deleted: false,
  };
  session.video = video;
  state.videos.push(video);
  return video;
}

/** docs/thumbnails/set */
function setThumbnail(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  const id = call.query.get('videoId');
  const video = state.videos.find((one) => one.id === id && one.owner === owner && !one.deleted);
  if (!video) {
    throw failed(
      404,
      'videoNotFound',
      'The video that you are trying to set a thumbnail for cannot be found.',
    );
  }
  if (!owner.verified) {
    throw failed(
      403,
      'forbidden',
      "The authenticated user doesn't have permissions to upload and set custom video thumbnails.",
      'youtube.thumbnail',
    );
  }
  const mime = String(call.headers['content-type'] ?? '');
  if (!['image/jpeg', 'image/png', 'application/octet-stream'].includes(mime)) {
    throw failed(400, 'invalidImage', 'The provided image content is invalid.', 'youtube.thumbnail');
  }
  video.thumbnail = { mime, size: call.body.length, sets: (video.thumbnail?.sets ?? 0) + 1 };
  return {
    status: 200,
    body: {
      kind: 'youtube#thumbnailSetResponse',
      etag: 'etag',
      items: [{ default: { url: 'https://i.ytimg.com/vi/x/default.jpg', width: 120, height: 90 } }],
    },
  };
}

export const uploadRoutes: readonly Route[] = [
  { method: 'POST', path: VIDEOS, handle: open },
  { method: 'PUT', path: VIDEOS, handle: resume },
  { method: 'POST', path: '/upload/youtube/v3/thumbnails/set', handle: setThumbnail },
];
