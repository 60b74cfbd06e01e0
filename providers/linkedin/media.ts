/**
 * Uploads (learn.microsoft.com/linkedin: Images, Videos, Documents API): an upload is begun, its bytes are
 * put to the URLs that LinkedIn names, and a video is finished with the ETags of its parts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESSING_MS, uploadMs } from '../_kit/bounds.ts';
import type { Channel, MediaFile, ProviderContext } from '../_kit/contract.ts';
import type { DocumentOfPictures } from '../_kit/context.ts';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { goesWithout } from '../_kit/extras.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import type { Subtitles } from '../_kit/subtitles.ts';
import { authorOf, call, inPath } from './api.ts';
import { sendCaptions, sendThumbnail } from './media/beside-video.ts';
import { KEPT_MS, LIMITS } from './rules.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const POLL_MS = 1000;

/** The kinds as the URLs of the API name them. */
const KINDS = { image: 'images', video: 'videos', document: 'documents' } as const;
type Kind = (typeof KINDS)[MediaFile['kind']];
type Account = Pick<Channel, 'credentials' | 'details'>;

interface Upload {
  readonly uploadUrl?: string;
  readonly image?: string;
  readonly video?: string;
  readonly document?: string;
  readonly uploadToken?: string;
  readonly thumbnailUploadUrl?: string;
  readonly captionsUploadUrl?: string;
  readonly uploadInstructions?: readonly {
    readonly uploadUrl: string;
    readonly firstByte: number;
    readonly lastByte: number;
  }[];
}

type Sent = Pick<MediaFile, 'kind' | 'size' | 'fileName' | 'blob'>;

/** Uploads a file, unless an earlier try of the part has, and waits until a post may use it; its URN. */
export async function uploadMedia(
  account: Account,
  { name, ...film }: Film & { readonly name: string },
  ctx: ProviderContext,
): Promise<string> {
  const { file } = film;
  const urn = await uploadOnce(ctx, { name, forMs: KEPT_MS }, () =>
    file.kind === 'video' ? uploadVideo(account, film, ctx) : uploadWhole(account, file, ctx),
  );
  // Of a member's files, LinkedIn shows apps the videos only.
  const isShown = file.kind === 'video' || authorOf(account).startsWith('urn:li:organization:');
  try {
    if (isShown) await untilAvailable(account, { urn, kind: KINDS[file.kind], what: file.fileName }, ctx);
  } catch (error) {
    if (error instanceof Rejected) await ctx.uploads?.forget(name);
    throw error;
  }
  return urn;
}

/**
 * The same for pictures that become one document. LinkedIn does not show apps the documents of a member.
 */
export async function uploadDocument(
  account: Account,
  { files, title }: { files: readonly MediaFile[]; title: string },
  ctx: ProviderContext,
): Promise<string> {
  const name = 'document';
  const urn = await uploadOnce(ctx, { name, forMs: KEPT_MS }, () =>
    writeDocument({ files, title, maxBytes: LIMITS.document }, ctx, (blob) =>
      uploadWhole(
        account,
        { kind: 'document', size: blob.size, fileName: 'the document', blob: async () => blob },
        ctx,
      ),
    ),
  );
  if (!authorOf(account).startsWith('urn:li:organization:')) return urn;
  try {
    await untilAvailable(account, { urn, kind: 'documents', what: 'the document' }, ctx);
  } catch (error) {
    if (error instanceof Rejected) await ctx.uploads?.forget(name);
    throw error;
  }
  return urn;
}

async function writeDocument(
  what: DocumentOfPictures,
  { withDocument }: ProviderContext,
  work: (blob: Blob) => Promise<string>,
): Promise<string> {
  if (!withDocument) throw new Error('Documents are made where posts are prepared');
  return withDocument(what, work);
}

async function begin(
  account: Account,
  kind: Kind,
  more: Record<string, unknown>,
  ctx: ProviderContext,
): Promise<Upload> {
  const { body } = await call<{ value?: Upload }>(account, ctx, `/rest/${kind}?action=initializeUpload`, {
    json: { initializeUploadRequest: { owner: authorOf(account), ...more } },
  });
  if (!body?.value) throw new OutcomeUnknown(answeredWithout('LinkedIn', 'saying where to upload the file'));
  return body.value;
}

/** A picture or a PDF, in one request. */
async function uploadWhole(account: Account, file: Sent, ctx: ProviderContext): Promise<string> {
  const { uploadUrl, image, document } = await begin(account, KINDS[file.kind], {}, ctx);
  const urn = image ?? document;
  if (!uploadUrl || !urn) throw new OutcomeUnknown(answeredWithout('LinkedIn', 'saying where to upload'));
  await put(
    uploadUrl,
    { blob: await file.blob(), what: file.fileName, token: account.credentials.token },
    ctx,
  );
  return urn;
}

/** A video, and what is uploaded beside it. */
interface Film {
  readonly file: Sent;
  readonly thumbnail?: MediaFile | undefined;
  readonly subtitles?: Subtitles | undefined;
}

/**
 * Each part goes to its own URL, with exactly the bytes that LinkedIn asks for. A picture that cannot be read
 * any more, and what LinkedIn refuses of what is beside the video, is left out: the video is then announced
 * once more, without it.
 */
async function uploadVideo(account: Account, film: Film, ctx: ProviderContext): Promise<string> {
  const { file, thumbnail, subtitles } = film;
  const picture = await thumbnail?.blob().catch(async (error: unknown) => {
    if (!(await goesWithout(ctx, 'thumbnail', error))) throw error;
    return undefined;
  });
  const begun = await begin(
    account,
    'videos',
    {
      fileSizeBytes: file.size,
      uploadCaptions: subtitles !== undefined,
      uploadThumbnail: picture !== undefined,
    },
    ctx,
  );
  const { video, uploadToken = '', uploadInstructions = [], thumbnailUploadUrl, captionsUploadUrl } = begun;
  if (!video || !uploadInstructions.length) {
    throw new OutcomeUnknown(answeredWithout('LinkedIn', 'saying where to upload'));
  }
  if (picture && !(await sendThumbnail({ account, url: thumbnailUploadUrl }, picture, ctx))) {
    return uploadVideo(account, { ...film, thumbnail: undefined }, ctx);
  }
  if (subtitles && !(await sendCaptions({ account, url: captionsUploadUrl }, subtitles, ctx))) {
    await ctx.noteLoss?.('subtitles', 'LinkedIn did not take them');
    return uploadVideo(account, { ...film, subtitles: undefined }, ctx);
  }
  const blob = await file.blob();
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const part = blob.slice(firstByte, lastByte + 1, 'application/octet-stream');
    uploadedPartIds.push(await put(uploadUrl, { blob: part, what: file.fileName }, ctx));
  }
  await call(account, ctx, '/rest/videos?action=finalizeUpload', {
    json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
  });
  return video;
}

/** Puts bytes; the ETag of the answer is the part's id. */
async function put(
  url: string,
  { blob, what, token }: { blob: Blob; what: string; token?: string | undefined },
  ctx: ProviderContext,
): Promise<string> {
  const answer = await ctx.egress.fetch(url, {
    method: 'PUT',
    headers: {
      'content-type': 'application/octet-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: blob,
    signal: ctx.signal,
    timeoutMs: uploadMs(blob.size),
  });
  await answer.text();
  // A URL that has expired, or storage in trouble: the next try gets another.
  if (!answer.ok) {
    throw new Unsent(
      sentence('storage_answered', { network: 'LinkedIn', status: String(answer.status), file: what }),
    );
  }
  return answer.headers.get('etag')?.replaceAll('"', '') ?? '';
}

async function untilAvailable(
  account: Account,
  { urn, kind, what }: { urn: string; kind: Kind; what: string },
  ctx: ProviderContext,
): Promise<void> {
  const path = `/rest/${kind}/${inPath(urn)}`;
  const deadline = ctx.now().getTime() + PROCESSING_MS;
  for (;;) {
    const { body } = await call<{ status?: string; processingFailureReason?: string }>(account, ctx, path);
    if (body?.status === 'AVAILABLE') return;
    if (body?.status === 'PROCESSING_FAILED') {
      const reason = body.processingFailureReason ?? 'it does not say why';
      throw new Rejected(sentence('not_processed', { who: 'LinkedIn', file: what, why: reason }), {
        networkCode: 'PROCESSING_FAILED',
      });
    }
    if (ctx.now().getTime() >= deadline) {
      throw new Unsent(
        sentence('not_processed_in_time', { who: 'LinkedIn', file: what, minutes: PROCESSING_MS / 60_000 }),
      );
    }
    await sleep(POLL_MS, undefined, { signal: ctx.signal });
  }
}
