/** POST /api/v2/media and GET /api/v1/media/:id. */
import { authorize, notFound, readFields, ApiError, type Answer, type Call, type Route } from './call.ts';
import type { Media, State } from './state.ts';

const IMAGES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/webp',
  'image/avif',
];
const VIDEOS = ['video/webm', 'video/mp4', 'video/quicktime', 'video/ogg'];

/** The types that the instance reports as supported. */
export const MIME_TYPES = [...IMAGES, ...VIDEOS];

/** A video must be a status's only media attachment. */
export const isVideo = (media: Media): boolean => VIDEOS.includes(media.mime);

/** Whether the media cannot be attached yet, or ever. */
export const isUnfinished = (media: Media): boolean => media.pollsLeft > 0 || media.failed;

/** A media attachment as the API returns it; `url` is null until processing has finished. */
export function presentMedia(state: State, media: Media): Record<string, unknown> {
  const url = isUnfinished(media) ? null : `${state.url}/media/${media.id}`;
  return {
    id: media.id,
    type: isVideo(media) ? 'video' : 'image',
    url,
    preview_url: url,
    remote_url: null,
    meta: {},
    description: media.description,
    blurhash: null,
  };
}

async function upload(state: State, call: Call): Promise<Answer> {
  const { account } = authorize(state, call, 'write:media');
  const { file, description } = await readFields(call);
  if (!(file instanceof Blob)) throw new ApiError(422, "Validation failed: File can't be blank");
  checkFile(state, file);
  const alt = typeof description === 'string' && description ? description : null;
  if (alt && alt.length > state.limits.descriptionLength) {
    throw new ApiError(
      422,
      `Validation failed: Description is too long (maximum is ${state.limits.descriptionLength} characters)`,
    );
  }
  const media: Media = {
    id: state.nextId(),
    accountId: account.id,
    mime: file.type,
    description: alt,
    statusId: null,
    pollsLeft: state.armed.mediaPolls,
    failed: state.armed.mediaFails,
  };
  state.media.set(media.id, media);
  state.uploads.push(media.id);
  return { status: isUnfinished(media) ? 202 : 200, body: presentMedia(state, media) };
}

function checkFile(state: State, file: Blob): void {
  if (!MIME_TYPES.includes(file.type)) {
    throw new ApiError(422, 'Validation failed: File content type is invalid, File is invalid');
  }
  const limit = VIDEOS.includes(file.type) ? state.limits.videoBytes : state.limits.imageBytes;
  if (file.size < limit) return;
  const megabytes = `${Math.round(limit / 1024 ** 2)} MB`;
  throw new ApiError(
    422,
    `Validation failed: File file size must be less than ${megabytes}, File must be less than ${megabytes}`,
  );
}

function show(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'write:media');
  const media = state.media.get(call.params[0] ?? '');
  // Attached media are not found here, just like those of other accounts.
  if (!media || media.accountId !== account.id || media.statusId) throw notFound();
  if (media.pollsLeft > 0) {
    media.pollsLeft--;
    return { status: 206, body: { ...presentMedia(state, media), url: null, preview_url: null } };
  }
  if (media.failed) throw new ApiError(422, 'Error processing thumbnail for uploaded media');
  return { status: 200, body: presentMedia(state, media) };
}

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/api\/v2\/media$/, handle: upload },
  { method: 'GET', path: /^\/api\/v1\/media\/([^/]+)$/, handle: show },
];
