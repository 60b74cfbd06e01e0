/**
 * Pictures on Hashnode's own servers (github.com/Hashnode/gql-skill, "Upload an image"). The form with
 * several fields that it also had was to end in September 2026 (hashnode.com/changelog).
 */
import { uploadMs } from '../_kit/bounds.ts';
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { classifyStatus } from '../_kit/http.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { ask, type Keyed } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const BEGIN = `mutation BeginUpload($input: CreateImageUploadInput!) {
  createImageUploadURL(input: $input) { presignedPut { url cdnUrl key } }
}`;
const CONFIRM = `mutation ConfirmUpload($input: ConfirmImageUploadInput!) {
  confirmImageUpload(input: $input) { ok cdnUrl }
}`;

/** Hashnode does not document that it drops a picture which no post has. */
const KEPT_MS = 7 * 86_400_000;

/** Uploads a picture, unless an earlier try has; returns its URL for readers. */
export const uploadPicture = (channel: Keyed, file: MediaFile, ctx: ProviderContext): Promise<string> =>
  uploadOnce(ctx, { name: `picture ${file.id}`, forMs: KEPT_MS }, () => upload(channel, file, ctx));

async function upload(channel: Keyed, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const begun = await ask<{ createImageUploadURL: { presignedPut: { url: string; key: string } } }>(
    channel,
    ctx,
    { document: BEGIN, variables: { input: { contentType: file.mime } } },
  );
  const { url, key } = begun.createImageUploadURL.presignedPut;
  // The URL contains its own permission, so it is called without the token.
  const response = await ctx.egress.fetch(url, {
    method: 'PUT',
    body: await file.blob(),
    headers: { 'content-type': file.mime },
    signal: ctx.signal,
    timeoutMs: uploadMs(file.size),
  });
  const answer = (await response.text()).slice(0, 200);
  if (!response.ok) {
    throw classifyStatus({
      status: response.status,
      headers: new Headers([...response.headers]),
      body: answer,
      message: `Hashnode's storage answered ${response.status} to ${file.fileName}`,
    });
  }
  // Only now is the size checked, and a picture that is too large deleted.
  const { confirmImageUpload: confirmed } = await ask<{
    confirmImageUpload: { ok: boolean; cdnUrl: string | null };
  }>(channel, ctx, { document: CONFIRM, variables: { input: { key } } });
  if (!confirmed.ok) {
    throw new Rejected(sentence('hashnode_picture_too_large', { file: file.fileName }), {
      networkCode: 'too_large',
    });
  }
  if (!confirmed.cdnUrl) throw new OutcomeUnknown(answeredWithout('Hashnode', 'the URL of the picture'));
  return confirmed.cdnUrl;
}
