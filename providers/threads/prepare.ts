/**
 * Everything that may be repeated: media containers, which nobody sees until they are published
 * (developers.facebook.com/documentation/threads: Posts, Reply management).
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESSING_MS } from '../_kit/bounds.ts';
import type { Channel, Json, MediaFile, Provider, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { pollOf } from '../_kit/poll.ts';
import { call, idOf } from './api.ts';
import { fieldsOf } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { KEPT_MS } from './rules.ts';

const POLL_MS = 1000;

/** The final request. */
export interface Prepared {
  readonly [key: string]: Json;
  /** The container that is published; one becomes one post only. */
  readonly container: string;
  readonly text: string;
  /** What a reply answers; null for a post. */
  readonly parent: string | null;
  readonly files: number;
  /** The answers of its poll, and the post that it quotes; null, or absent in what was prepared before. */
  readonly poll: string[] | null;
  readonly quote: string | null;
}

type Fields = Readonly<Record<string, string>>;

/** Status of a container; EXPIRED ones were not published within 24 hours. */
export interface Container {
  readonly id: string;
  readonly status?: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  readonly error_message?: string;
}

export const prepare: Provider['prepare'] = async ({ channel, item, parent, settings }, ctx) => {
  const text = item.text;
  const parentId = parent ? idOf(parent) : null;
  const own = parentId ? { reply_to_id: parentId } : fieldsOf(settings);
  const fields: Fields = { ...(text ? { text } : {}), ...own };
  const [first, ...others] = item.media;
  let container: string;
  if (!first) {
    container = await create(channel, { media_type: 'TEXT', ...fields }, ctx);
  } else if (!others.length) {
    container = await create(channel, { ...mediaFields(first), ...fields }, ctx, first);
  } else {
    const children: string[] = [];
    for (const file of item.media) {
      children.push(await create(channel, { ...mediaFields(file), is_carousel_item: 'true' }, ctx, file));
    }
    const carousel = { media_type: 'CAROUSEL', children: children.join(','), ...fields };
    container = await create(channel, carousel, ctx);
  }
  const prepared: Prepared = {
    container,
    text,
    parent: parentId,
    files: item.media.length,
    poll: (!parentId && pollOf(settings)?.options.slice()) || null,
    quote: fields.quote_post_id ?? null,
  };
  return prepared;
};

/** Threads fetches a file itself; it has no way to send one. */
const mediaFields = ({ kind, alt }: MediaFile): Fields => ({
  media_type: kind === 'video' ? 'VIDEO' : 'IMAGE',
  ...(alt ? { alt_text: alt } : {}),
});

const urlFields = async (file: MediaFile): Promise<Fields> => ({
  [file.kind === 'video' ? 'video_url' : 'image_url']: await file.signedUrl(),
});

/** Creates a container, unless an earlier try of the part has, and waits until it can be published. */
async function create(
  channel: Channel,
  fields: Fields,
  ctx: ProviderContext,
  file?: MediaFile,
): Promise<string> {
  // Without the URL of the file, which differs each time.
  const name = createHash('sha256')
    .update(JSON.stringify([fields, file?.fileName ?? null, file?.size ?? null]))
    .digest('base64url');
  const id = await uploadOnce(ctx, { name, forMs: KEPT_MS }, async () => {
    const form = { ...fields, ...(file ? await urlFields(file) : {}) };
    const made = await call<{ id?: string }>(channel, ctx, '/me/threads', { form });
    if (!made.id) throw new OutcomeUnknown(answeredWithout('Threads', 'the id of the container'));
    return made.id;
  });
  try {
    await untilFinished(channel, id, ctx);
  } catch (error) {
    if (error instanceof Rejected) await ctx.uploads?.forget(name);
    throw error;
  }
  return id;
}

export const readContainer = (
  channel: Pick<Channel, 'credentials'>,
  id: string,
  ctx: ProviderContext,
): Promise<Container> =>
  call<Container>(channel, ctx, `/${encodeURIComponent(id)}`, {
    query: { fields: 'id,status,error_message' },
  });

async function untilFinished(channel: Channel, id: string, ctx: ProviderContext): Promise<void> {
  const endMs = Date.now() + PROCESSING_MS;
  for (let waitMs = POLL_MS; ; waitMs = Math.min(waitMs * 2, 20_000)) {
    const { status, error_message: problem } = await readContainer(channel, id, ctx);
    if (status === 'FINISHED' || status === 'PUBLISHED') return;
    if (status === 'ERROR' || status === 'EXPIRED') {
      throw new Rejected(sentence('post_not_processed', { network: 'Threads', why: problem ?? status }), {
        networkCode: problem ?? status,
      });
    }
    if (Date.now() + waitMs > endMs) {
      throw new RateLimited(
        sentence('still_processes_files', { network: 'Threads' }),
        new Date(ctx.now().getTime() + 60_000),
        { scope: 'post', networkCode: 'IN_PROGRESS' },
      );
    }
    await sleep(waitMs, undefined, { signal: ctx.signal });
  }
}
