/** Everything that may be repeated: uploads the pictures, and asks what the account may do. */
import { FormData } from 'undici';
import { uploadMs } from '../_kit/bounds.ts';
import type { Channel, Json, MediaFile, Provider, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call, type Contributor } from './api.ts';
import { contentOf, tagsOf } from './payload.ts';
import type { Settings, Status } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { KEPT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The one call: where to, and its body. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly path: string;
  readonly body: { [key: string]: Json };
  readonly publishStatus: Status;
}

/** @throws Rejected where the account may not publish as the settings ask */
export const prepare: Provider['prepare'] = async ({ channel, item, settings }, ctx) => {
  const wanted = settings as unknown as Settings;
  const publication = wanted.publication?.trim() || null;
  const publishStatus = await statusOf(channel, { publication, wanted: wanted.publishStatus ?? null }, ctx);
  const pictures = [];
  for (const file of item.media) {
    pictures.push({ url: await upload(channel, file, ctx), alt: file.alt });
  }
  const tags = tagsOf(wanted.tags ?? []);
  const prepared: Prepared = {
    path: publication
      ? `/publications/${encodeURIComponent(publication)}/posts`
      : `/users/${encodeURIComponent(channel.internalId)}/posts`,
    body: {
      title: wanted.title.trim(),
      contentFormat: 'markdown',
      content: contentOf(wanted, item.text, pictures),
      ...(tags.length ? { tags } : {}),
      ...(wanted.canonical ? { canonicalUrl: wanted.canonical } : {}),
      publishStatus,
      ...(wanted.license ? { license: wanted.license } : {}),
    },
    publishStatus,
  };
  return prepared;
};

/**
 * The status that Medium will accept: a writer of a publication may only hand in drafts, which its editors
 * publish; everyone else chooses. Anybody else is refused by Medium, with its own message.
 */
async function statusOf(
  channel: Channel,
  { publication, wanted }: { readonly publication: string | null; readonly wanted: Status | null },
  ctx: ProviderContext,
): Promise<Status> {
  if (!publication) return wanted ?? 'public';
  const contributors = await call<Contributor[]>(
    channel,
    ctx,
    `/publications/${encodeURIComponent(publication)}/contributors`,
  );
  const roles = contributors.filter(({ userId }) => userId === channel.internalId).map(({ role }) => role);
  const isWriter = roles.includes('writer') && !roles.includes('editor');
  if (!isWriter) return wanted ?? 'public';
  if (wanted && wanted !== 'draft') {
    throw new Rejected(sentence('medium_writer'), { networkCode: 'writer' });
  }
  return 'draft';
}

/** "Uploading an image": the URL under which Medium has the picture. */
function upload(channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> {
  return uploadOnce(ctx, { name: `image ${file.id}`, forMs: KEPT_MS }, async () => {
    const form = new FormData();
    form.set('image', new File([await file.blob()], file.fileName, { type: file.mime }), file.fileName);
    const { url } = await call<{ url?: string }>(channel, ctx, '/images', {
      method: 'POST',
      body: form,
      timeoutMs: uploadMs(file.size),
    });
    if (!url || !URL.canParse(url)) {
      throw new OutcomeUnknown(answeredWithout('Medium', 'the URL of a picture'));
    }
    return url;
  });
}
