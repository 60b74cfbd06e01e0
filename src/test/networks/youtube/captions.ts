/** Caption tracks of videos (developers.google.com/youtube/v3/docs/captions/insert, with its "Errors"). */
import { randomBytes } from 'node:crypto';
import { failed, partsOf, type Answer, type Call, type Route } from './call.ts';
import { withForceSsl } from './comments.ts';
import type { CaptionTrack, State } from './state.ts';

const CAPTIONS = '/upload/youtube/v3/captions';
const DOMAIN = 'youtube.caption';
const MAX_BYTES = 100 * 1024 * 1024;

function open(state: State, call: Call): Answer {
  const { owner } = withForceSsl(state, call);
  partsOf(call, ['snippet']);
  if (call.query.get('uploadType') !== 'resumable') throw failed(400, 'badRequest', 'Bad request', 'global');
  const total = Number(call.headers['x-upload-content-length']);
  if (!total || total > MAX_BYTES) {
    throw failed(400, 'contentRequired', 'The request does not contain the caption track contents.', DOMAIN);
  }
  const { snippet = {} } = JSON.parse(call.body.toString()) as { snippet?: Partial<CaptionTrack> };
  const { videoId = '', language = '', name } = snippet;
  const video = state.videos.find((one) => one.id === videoId && one.owner === owner && !one.deleted);
  if (!video) {
    throw failed(
      404,
      'videoNotFound',
      'The video identified by the videoId parameter could not be found.',
      DOMAIN,
    );
  }
  if (!/^[a-z]{2,3}(-\w+)*$/i.test(language) || name === undefined || Array.from(name).length > 150) {
    throw failed(400, 'invalidMetadata', 'The request contains invalid metadata values.', DOMAIN);
  }
  const has = (one: CaptionTrack): boolean =>
    one.videoId === videoId && one.language === language && one.name === name;
  if (state.captions.some(has)) {
    throw failed(
      409,
      'captionExists',
      'The specified video already has a caption track with the given videoId, language, and name.',
      DOMAIN,
    );
  }
  const id = randomBytes(24).toString('base64url');
  state.captionSessions.set(id, { total, track: { videoId, language, name } });
  return {
    status: 200,
    body: '',
    headers: { location: `${state.url}${CAPTIONS}?${call.query}&upload_id=${id}` },
  };
}

function finish(state: State, call: Call): Answer {
  withForceSsl(state, call);
  const session = state.captionSessions.get(call.query.get('upload_id') ?? '');
  if (!session) return { status: 404, body: 'Not Found' };
  const { total, track } = session;
  if (call.headers['content-range'] !== `bytes 0-${total - 1}/${total}` || call.body.length !== total) {
    return { status: 400, body: 'Failed to parse Content-Range header.' };
  }
  state.captions.push({ ...track, file: call.body.toString() });
  const id = randomBytes(12).toString('base64url');
  return {
    status: 200,
    body: {
      kind: 'youtube#caption',
      etag: 'etag',
      id,
      snippet: { ...track, trackKind: 'standard', status: 'serving' },
    },
  };
}

export const captionRoutes: readonly Route[] = [
  { method: 'POST', path: CAPTIONS, handle: open },
  { method: 'PUT', path: CAPTIONS, handle: finish },
];
