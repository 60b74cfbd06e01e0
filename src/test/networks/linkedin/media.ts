/** Uploads (learn.microsoft.com/linkedin: Images, Videos, Documents API). */
import { createHash, randomBytes } from 'node:crypto';
import {
  fieldsOf,
  invalid,
  noPermission,
  ok,
  readBody,
  refusal,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { mayRead, mayWrite, pageOf } from './may.ts';
import { newId, type MediaKind, type State, type Token, type Upload } from './state.ts';

function begin(kind: MediaKind): Route['handle'] {
  return (state, call, token) => {
    if (call.search !== '?action=initializeUpload') return finalize(kind)(state, call, token);
    const { initializeUploadRequest } = readBody(call, ['initializeUploadRequest']);
    const sizes = kind === 'video' ? ['fileSizeBytes', 'uploadCaptions', 'uploadThumbnail'] : [];
    const asked = fieldsOf(initializeUploadRequest, '/initializeUploadRequest', {
      fields: ['owner', ...sizes],
    });
    const upload: Upload = {
      urn: `urn:li:${kind}:C4E${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}${newId(state)}`,
      kind,
      owner: mayWrite(state, token, asked.owner),
      token: randomBytes(12).toString('hex'),
      size: kind === 'video' ? Number(asked.fileSizeBytes) : null,
      parts: new Map(),
      status: 'WAITING_UPLOAD',
      readsLeft: state.limits.processingReads,
      ...(asked.uploadThumbnail === true ? { thumbnail: 'announced' as const } : {}),
      ...(asked.uploadCaptions === true ? { captions: 'announced' as const } : {}),
    };
    state.uploads.set(upload.urn, upload);
    const at = (first: number | 'thumbnail' | 'captions'): string =>
      `${state.url}/dms-uploads/${encodeURIComponent(upload.urn)}/${first}?sig=${upload.token}`;
    const uploadUrlExpiresAt = state.now().getTime() + 86_400_000;
    if (upload.size === null) {
      return ok({ value: { uploadUrlExpiresAt, uploadUrl: at(0), [kind]: upload.urn } });
    }
    const uploadInstructions = [];
    for (let firstByte = 0; firstByte < upload.size; firstByte += state.limits.partBytes) {
      const lastByte = Math.min(firstByte + state.limits.partBytes, upload.size) - 1;
      uploadInstructions.push({ uploadUrl: at(firstByte), firstByte, lastByte });
    }
    return ok({
      value: {
        uploadUrlsExpireAt: uploadUrlExpiresAt,
        video: upload.urn,
        uploadInstructions,
        uploadToken: upload.token,
        ...(upload.thumbnail ? { thumbnailUploadUrl: at('thumbnail') } : {}),
        ...(upload.captions && state.captions !== 'unnamed' ? { captionsUploadUrl: at('captions') } : {}),
      },
    });
  };
}

const finalize =
  (kind: MediaKind): Route['handle'] =>
  (state, call, token) => {
    if (kind !== 'video' || call.search !== '?action=finalizeUpload') throw refusal(400, 'Unknown action');
    const { finalizeUploadRequest } = readBody(call, ['finalizeUploadRequest']);
    const { video, uploadToken, uploadedPartIds } = fieldsOf(
      finalizeUploadRequest,
      '/finalizeUploadRequest',
      { fields: ['video', 'uploadToken', 'uploadedPartIds'] },
    );
    const upload = state.uploads.get(String(video));
    if (!upload) throw invalid('/finalizeUploadRequest/video', 'does not exist');
    mayWrite(state, token, upload.owner);
    if (uploadToken !== upload.token) {
      throw invalid('/finalizeUploadRequest/uploadToken', 'is not that of the upload');
    }
    if (upload.thumbnail === 'announced' || upload.captions === 'announced') {
      throw invalid('/finalizeUploadRequest/video', 'what was announced beside the video is missing');
    }
    const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part);
    const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0);
    const ids = parts.map(({ etag }) => etag);
    if (bytes !== upload.size || JSON.stringify(uploadedPartIds) !== JSON.stringify(ids)) {
      throw invalid('/finalizeUploadRequest/uploadedPartIds', 'the parts are not those of the file');
    }
    upload.status = state.failing ? 'PROCESSING_FAILED' : 'PROCESSING';
    return { status: 200, body: null };
  };

/** The URLs of the storage. A picture's needs the token, a video's has a signature. */
export function store(state: State, { method, path, search, body, headers }: Call): Answer {
  const [, urn = '', first = ''] = /^\/dms-uploads\/([^/]+)\/(\d+|thumbnail|captions)$/.exec(path) ?? [];
  const upload = state.uploads.get(decodeURIComponent(urn));
  if (first === 'captions' && upload?.captions) {
    if (state.captions === 'refused') throw refusal(400, 'The captions cannot be used');
    if (state.captions === 'away') throw refusal(503, 'Service Unavailable');
    return storeCaptions(upload, method, { body, headers });
  }
  if (method !== 'PUT' || !upload || search !== `?sig=${upload.token}`) throw refusal(403, 'Forbidden');
  if (first === 'thumbnail') return storeThumbnail(upload, body, headers);
  if (upload.kind !== 'video' && !headers.authorization) throw refusal(401, 'Unauthorized');
  const from = Number(first);
  if (upload.size !== null && body.length !== Math.min(state.limits.partBytes, upload.size - from)) {
    throw refusal(400, 'The part has another length than was agreed');
  }
  const etag = `/ambry-video/signedId/${createHash('sha256').update(body).digest('hex').slice(0, 32)}-${from}`;
  upload.parts.set(from, { etag, bytes: body });
  if (upload.kind !== 'video') {
    const isReadable = upload.kind === 'image' || isDocument(body);
    upload.status = state.failing || !isReadable ? 'PROCESSING_FAILED' : 'PROCESSING';
  }
  return { status: upload.kind === 'video' ? 200 : 201, body: null, headers: { etag } };
}

/** The first bytes of a JPEG, and of a PNG. */
const PICTURES = ['ffd8ff', '89504e'];

/**
 * The picture of a video. That LinkedIn reads its bytes, and that it waits for a picture that was announced,
 * is not documented: a client that relies on neither works in any case.
 */
function storeThumbnail(upload: Upload, body: Buffer, headers: Call['headers']): Answer {
  if (!upload.thumbnail) throw refusal(403, 'Forbidden');
  if (!headers.authorization) throw refusal(401, 'Unauthorized');
  if (!PICTURES.includes(body.toString('hex', 0, 3))) throw refusal(400, 'The file is no picture');
  upload.thumbnail = body;
  return { status: 201, body: null };
}

/**
 * The subtitles of a video: by clients that follow the example of the Videos API, as no page has a
 * schema.
 */
function storeCaptions(
  upload: Upload,
  method: string,
  { body, headers }: Pick<Call, 'body' | 'headers'>,
): Answer {
  if (method !== 'POST' || !String(headers['content-type']).startsWith('multipart/form-data')) {
    throw refusal(400, 'The captions are no form');
  }
  if (!headers.authorization) throw refusal(401, 'Unauthorized');
  const partOf = (name: string): string =>
    new RegExp(`name="${name}"[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(body.toString())?.[1] ?? '';
  const metadata = JSON.parse(partOf('metadata') || 'null') as Record<string, unknown> | null;
  if (metadata?.format !== 'SRT' || metadata.transcriptType !== 'CLOSED_CAPTION') {
    throw refusal(400, 'The metadata of the captions is invalid');
  }
  upload.captions = { metadata, file: partOf('file') };
  return { status: 201, body: null };
}

/** A whole PDF of up to 100 MB and 300 pages (Documents API). */
function isDocument(bytes: Buffer): boolean {
  const isWhole = bytes.subarray(0, 5).toString() === '%PDF-' && bytes.subarray(-8).includes('%%EOF');
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  return isWhole && bytes.length <= 104_857_600 && pages <= 300;
}

/** A member's pictures and documents cannot be read. */
function show(state: State, { params: [urn = ''] }: Call, token: Token): Answer {
  const upload = state.uploads.get(urn);
  if (!upload) throw refusal(404, `${urn} does not exist`, { code: 'NOT_FOUND' });
  if (pageOf(state, upload.owner)) mayRead(state, token, upload.owner);
  else if (upload.kind !== 'video') throw noPermission(`${upload.kind}s.GET`);
  settle(upload);
  return ok({
    id: upload.urn,
    owner: upload.owner,
    status: upload.status,
    ...(upload.status === 'PROCESSING_FAILED' ? { processingFailureReason: 'INVALID_FORMAT' } : {}),
  });
}

function settle(upload: Upload): void {
  if (upload.status === 'PROCESSING' && upload.readsLeft-- <= 0) upload.status = 'AVAILABLE';
}

/** @throws Refusal unless the author may put the upload into a post now */
export function useMedia(state: State, urn: unknown, author: string): string {
  const upload = state.uploads.get(String(urn));
  if (!upload || upload.owner !== author) throw invalid('/content/media/id', 'is not owned by the author');
  settle(upload);
  if (upload.status !== 'AVAILABLE') {
    const code = `MEDIA_ASSET_${upload.status}`;
    throw refusal(400, `The media ${upload.urn} is not available`, {
      errorDetails: { inputErrors: [{ description: code, code }] },
    });
  }
  return upload.urn;
}

export const mediaRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/rest\/images$/, handle: begin('image') },
  { method: 'POST', path: /^\/rest\/videos$/, handle: begin('video') },
  { method: 'POST', path: /^\/rest\/documents$/, handle: begin('document') },
  { method: 'GET', path: /^\/rest\/(?:images|videos|documents)\/([^/]+)$/, handle: show },
];
