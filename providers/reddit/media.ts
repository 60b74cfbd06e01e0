/**
 * Uploads files to where Reddit takes submissions from: a lease of an upload, then the form of the storage
 * that the lease names (recorded: all fields of the lease, the file last).
 */
import { FormData } from 'undici';
import type { Json, MediaFile, ProviderContext } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call, type Access } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { KEPT_MS } from './rules.ts';

/** An upload: its id is in the URL of the submission that it becomes, and `url` is what submits it. */
export interface Asset {
  readonly [key: string]: Json;
  readonly id: string;
  readonly url: string;
}

interface Lease {
  readonly args?: {
    /** Without its protocol: `//reddit-uploaded-media.s3-accelerate.amazonaws.com`. */
    readonly action?: string;
    readonly fields?: readonly { readonly name: string; readonly value: string }[];
  };
  readonly asset?: { readonly asset_id?: string };
}

/**
 * A video is shown with a picture until it plays, and Reddit requires one: this plain one, if it has none.
 */
const POSTER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAoAAAAFoAQMAAAD9/NgSAAAABlBMVEUaHSQAAACwCvNoAAAAMklEQVR42u3BAQ0AAADCoPdP7ewBFAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3cegAATDOVLsAAAAASUVORK5CYII=',
  'base64',
);

/** What is uploaded: a file of the post, or the picture that stands for a video. */
type Source = Pick<MediaFile, 'mime' | 'fileName' | 'size' | 'blob'>;

export const poster: Source = {
  mime: 'image/png',
  fileName: 'poster.png',
  size: POSTER.length,
  blob: async () => new Blob([POSTER]),
};

/** Uploads a file under a `name` of the part's own, unless an earlier try has. */
export const uploadAsset = (
  access: Access,
  { file, name }: { file: Source; name: string },
  ctx: ProviderContext,
): Promise<Asset> => uploadOnce(ctx, { name, forMs: KEPT_MS }, () => upload(access, file, ctx));

async function upload(access: Access, file: Source, ctx: ProviderContext): Promise<Asset> {
  const { body } = await call<Lease>(access, ctx, '/api/media/asset.json', {
    form: { api_type: 'json', filepath: file.fileName, mimetype: file.mime },
  });
  const { action, fields } = body?.args ?? {};
  const id = body?.asset?.asset_id;
  const key = fields?.find(({ name }) => name === 'key')?.value;
  if (!action || !fields || !id || !key) {
    throw new OutcomeUnknown(answeredWithout('Reddit', 'saying where to upload the file'));
  }
  const url = new URL(action, 'https://www.reddit.com').href.replace(/\/+$/, '');
  const form = new FormData();
  for (const { name, value } of fields) form.append(name, value);
  form.append('file', new File([await file.blob()], file.fileName, { type: file.mime }), file.fileName);
  await store(url, { form, file }, ctx);
  return { id, url: `${url}/${key}` };
}

/** The storage answers XML (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
async function store(
  url: string,
  { form, file }: { form: FormData; file: Source },
  ctx: ProviderContext,
): Promise<void> {
  const answer = await ctx.egress.fetch(`${url}/`, {
    method: 'POST',
    body: form,
    signal: ctx.signal,
    timeoutMs: uploadMs(file.size),
  });
  const text = await answer.text();
  if (answer.ok) return;
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(answer.status);
  const message = sentence('storage_answered', { network: 'Reddit', status: code, file: file.fileName });
  if (code === 'EntityTooLarge') {
    throw new Rejected(sentence('storage_refuses_size', { words: message }), { networkCode: code });
  }
  // A lease that has ended, or storage in trouble: the next try gets another lease.
  throw new Unsent(message, { networkCode: code });
}
