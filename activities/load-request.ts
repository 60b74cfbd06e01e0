/** Turns a claimed row into what a provider publishes: credentials opened, text converted, media found. */
import { v5 as uuidv5 } from 'uuid';
import { formatOf } from '../providers/_kit/check-content.ts';
import type { MediaFile, Provider, Published, PublishRequest } from '../providers/_kit/contract.ts';
import { Rejected, Unsent } from '../providers/_kit/errors.ts';
import { mayHaveCard } from '../providers/_kit/link-card.ts';
import { namedMedia } from '../providers/_kit/settings-media.ts';
import { refusedSettings } from '../providers/_kit/unknown-settings.ts';
import { isHtml } from '../providers/_kit/html-tags.ts';
import { escapeText } from '../providers/_kit/stored-text.ts';
import { toFormat } from '../providers/_kit/text.ts';
import { fillLinks, linkedIds, readLinked } from '../src/posts/create/links.ts';
import { credentialsBinding } from '../src/platform/secrets.ts';
import { cardLinkOf } from '../providers/_kit/find-links.ts';
import { makeLinksShort, withShortLinks } from '../src/short-links/make-links.ts';
import type { PostState } from '../temporal/contract/post-states.ts';
import type { PostMedia } from '../src/platform/entities/post.ts';
import type { ActivityDeps } from './deps.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import { readOtherPosts } from './ledger/other-posts.ts';
import { sentence } from '../src/platform/sentences.ts';
import type { Sentence } from '../providers/_kit/sentences/fill.ts';

/**
 * Namespace of idempotency keys (RFC 9562, section 5.5). Never change it: with another one, old posts could
 * be sent again.
 */
const KEY_NAMESPACE = '6f0f6a5e-5d0b-4f6e-9d58-3c1a2b7e4c11';

/** What a request is made of besides its channel. */
type Content = Pick<PublishRequest, 'settings' | 'settingsMedia'> & { text: string; media: MediaFile[] };
/** A post that this one links to has no URL yet; it may have one after `waitMs`. */
export class LinkWaits extends Unsent {
  readonly waitMs: number;

  constructor(said: Sentence, waitMs: number) {
    super(said, { networkCode: 'link_waits' });
    this.waitMs = waitMs;
  }
}

/**
 * The wait before the next look for the URL of a post that is due in `dueInMs`: right after its date, then
 * less and less often, so that this post is late by a quarter of what the other is.
 */
export const linkWaitMs = (dueInMs: number): number =>
  dueInMs > 0 ? dueInMs + 1000 : Math.min(3_600_000, Math.max(2000, -dueInMs / 4));

/**
 * Builds the request of one part.
 *
 * @throws Rejected with code `media_missing` when a media file of the post is gone, `link_missing` when a
 * post that it links to will have no URL, `setting_unknown` when the post would be published without a
 * setting that limits it; LinkWaits while a post that it links to may still get a URL
 */
export async function loadRequest(
  deps: ActivityDeps,
  provider: Provider,
  row: ClaimRow,
  position: number,
): Promise<PublishRequest> {
  const fits = (text: string): boolean => {
    const most = provider.rules.maxLength(row.channel, { settings: row.settings, position });
    return provider.rules.length(toFormat(text, formatOf(provider, row.settings, position))) <= most;
  };
  const { content, settings } = await withUrls(
    deps,
    row.shortLink ? { ...row, content: await makeLinksShort(deps, row, fits) } : row,
  );
  if (position === 0) assertNoneIgnored(provider, settings);
  const request = requestOf({ deps, provider }, row, {
    position,
    text: toFormat(content, formatOf(provider, settings, position)),
    media: await Promise.all(row.media.map((media) => loadMedia(deps, row.organizationId, media))),
    settings,
    settingsMedia: await loadSettingsMedia(deps, provider, row, (name, path) => {
      throw new Rejected(sentence('media_file_of_setting_gone', { file: path, setting: name }), {
        networkCode: 'media_missing',
      });
    }),
  });
  if (!mayHaveCard(provider, request)) return request;
  const page = cardLinkOf(row.shortLink ? (await withUrls(deps, row)).content : content);
  if (!page) return request;
  const url = row.shortLink ? await withShortLinks(deps, { ...row, content: page }) : page;
  return { ...request, item: { ...request.item, link: { url, page } } };
}

/** Posts that were copied, imported or stored by an older version were not refused when they were made. */
function assertNoneIgnored(provider: Provider, settings: ClaimRow['settings']): void {
  const [refused] = refusedSettings(provider, settings);
  if (!refused) return;
  const { path: field, ...why } = refused;
  throw new Rejected(sentence('setting_of_post_refused', { field, why }), { networkCode: 'setting_unknown' });
}

/**
 * Builds the request of a part that was sent, to ask the network about it. Files that are gone by now, and
 * URLs that will not come, are left out: they reveal nothing about what was sent.
 */
export async function loadSentRequest(
  deps: ActivityDeps,
  provider: Provider,
  row: ClaimRow,
  position: number,
): Promise<PublishRequest> {
  const { content, settings } = await asSent(deps, row);
  return requestOf({ deps, provider }, row, {
    position,
    text: toFormat(content, formatOf(provider, settings, position)),
    media: await mediaThatIsThere(deps, row),
    settings,
    settingsMedia: await loadSettingsMedia(deps, provider, row),
  });
}

function requestOf(
  { deps, provider }: { deps: ActivityDeps; provider: Provider },
  row: ClaimRow,
  content: Content & { position: number },
): PublishRequest {
  const { channel } = row;
  const { position, text, media, settings, settingsMedia } = content;
  const credentials = JSON.parse(
    deps.secrets.open(channel.credentials, credentialsBinding(row.organizationId, channel.id)),
  ) as Record<string, string>;
  return {
    channel: {
      id: channel.id,
      internalId: channel.internalId,
      name: channel.name,
      profile: channel.profile,
      details: channel.details,
      credentials,
    },
    item: { id: row.itemId, position, text, media },
    settings,
    settingsMedia,
    root: published(row.root),
    parent: published(row.parent),
    idempotencyKey: uuidv5(
      `${row.itemId}:${row.revision}${row.notOurs ? `:${row.notOurs}` : ''}`,
      KEY_NAMESPACE,
    ),
    readTaken: async () => (await readOtherPosts({ db: deps.database, provider }, row, 0)).isTaken,
  };
}

/** Text and settings with the URLs of the posts that they link to (`(post:<id>)`). */
async function withUrls(
  { database }: ActivityDeps,
  { content, settings, organizationId }: ClaimRow,
): Promise<Pick<ClaimRow, 'content' | 'settings'>> {
  const ids = linkedIds([content, settings]);
  if (!ids.length) return { content, settings };
  const posts = await readLinked(database, organizationId, ids);
  const urlOf = (id: string): string => {
    const post = posts.get(id);
    if (post?.url) return post.url;
    if (post && MAY_STILL_COME.includes(post.state)) {
      throw new LinkWaits(sentence('linked_post_waits', { id, state: post.state }), linkWaitMs(post.dueInMs));
    }
    const why = post
      ? sentence('linked_post_without_url', { id, state: post.state })
      : sentence('linked_post_gone', { id });
    throw new Rejected(why, { networkCode: 'link_missing' });
  };
  const inContent = (id: string): string => (isHtml(content) ? escapeText(urlOf(id)) : urlOf(id));
  return { content: fillLinks(content, inContent), settings: fillLinks(settings, urlOf) };
}

/** The text as it was sent, unless a post that it links to is gone by now. */
async function asSent(deps: ActivityDeps, row: ClaimRow): Promise<Pick<ClaimRow, 'content' | 'settings'>> {
  const sent = row.shortLink ? { ...row, content: await withShortLinks(deps, row) } : row;
  return withUrls(deps, sent).catch((error: unknown) => {
    if (error instanceof Rejected || error instanceof Unsent) return sent;
    throw error;
  });
}

const MAY_STILL_COME: readonly PostState[] = ['scheduled', 'publishing', 'processing', 'unconfirmed'];

function published(part: ClaimRow['root']): Published | null {
  return part?.id ? { id: part.id, url: part.url, ref: part.ref } : null;
}

async function loadSettingsMedia(
  deps: ActivityDeps,
  provider: Provider,
  row: ClaimRow,
  ifGone?: (name: string, path: string) => never,
): Promise<Record<string, MediaFile>> {
  const files: Record<string, MediaFile> = {};
  for (const [name, named] of namedMedia(provider, row.settings)) {
    const stored = await deps.storage.resolve(row.organizationId, named);
    if (stored) files[name] = { ...stored, alt: named.alt ?? stored.alt };
    else ifGone?.(name, named.path);
  }
  return files;
}

async function mediaThatIsThere(
  deps: ActivityDeps,
  { media, organizationId }: ClaimRow,
): Promise<MediaFile[]> {
  const found = await Promise.all(media.map((one) => findMedia(deps, organizationId, one)));
  return found.filter((file) => file !== undefined);
}

async function loadMedia(deps: ActivityDeps, organizationId: string, media: PostMedia): Promise<MediaFile> {
  const file = await findMedia(deps, organizationId, media);
  const lost = !file ? media.path : media.thumbnail && !file.thumbnail ? media.thumbnail.path : undefined;
  if (!file || lost) {
    throw new Rejected(sentence('media_file_gone', { file: lost ?? media.path }), {
      networkCode: 'media_missing',
    });
  }
  return file;
}

async function findMedia(
  { storage }: ActivityDeps,
  organizationId: string,
  { id, alt, thumbnail, thumbnailTimestamp }: PostMedia,
): Promise<MediaFile | undefined> {
  const stored = await storage.find(organizationId, id);
  return (
    stored && {
      ...stored,
      alt: alt ?? stored.alt ?? '',
      thumbnail: thumbnail && (await storage.find(organizationId, thumbnail.id)),
      thumbnailAtMs: thumbnailTimestamp,
    }
  );
}
