/** Pictures in listmonk's own media library (listmonk.app/docs/apis/media), which readers fetch them from. */
import { extname } from 'node:path';
import { FormData } from 'undici';
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call, resultsOf, type Access, type Page } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** A file stays until it is deleted. */
const KEPT_MS = 30 * 86_400_000;

interface LibraryFile {
  readonly filename: string;
  readonly url: string;
}

/**
 * Uploads a picture and resolves with its URL.
 *
 * @throws Rejected if that URL would not last, or is one that nobody else can reach: a mail cannot be
 * corrected
 */
export async function uploadPicture(access: Access, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const stored = await uploadOnce(ctx, { name: `picture ${file.id}`, forMs: KEPT_MS }, () =>
    upload(access, file, ctx),
  );
  const url = new URL(stored, `${access.baseUrl}/`);
  if (url.searchParams.has('X-Amz-Expires') || url.searchParams.has('Expires')) {
    throw new Rejected(sentence('listmonk_private_media'), { networkCode: 'private_media' });
  }
  if (isLoopback(url) && !isLoopback(new URL(access.baseUrl))) {
    throw new Rejected(sentence('listmonk_root_url', { url: url.origin }), { networkCode: 'root_url' });
  }
  return url.href;
}

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

async function upload(access: Access, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const name = `crier-${file.id}`;
  const fileName = `${name}${extname(file.fileName).toLowerCase()}`;
  const form = new FormData();
  form.set('file', new File([await file.blob()], fileName, { type: file.mime }), fileName);
  const made = await call<LibraryFile | true>(access, ctx, '/media', {
    method: 'POST',
    body: form,
    timeoutMs: uploadMs(file.size),
  });
  // Version 1 answers `true`. If its answer was lost before, there are two of this name, of the same bytes.
  const { url } = made === true ? await find(access, name, ctx) : made;
  if (!url) throw new OutcomeUnknown(answeredWithout('listmonk', 'the URL of the uploaded file'));
  return url;
}

async function find(access: Access, name: string, ctx: ProviderContext): Promise<LibraryFile> {
  const files = resultsOf(
    await call<Page<LibraryFile>>(access, ctx, '/media', { query: { query: name, per_page: 50 } }),
  );
  const found = files.find(({ filename }) => filename.startsWith(name));
  if (!found) throw new OutcomeUnknown(answeredWithout('listmonk', 'the URL of the uploaded file'));
  return found;
}
