/** One `posts[]` entry, checked against the rules of its network: as it is sent, and as it is stored. */
import { checkSize, contentChecks } from '../../../../providers/_kit/check-content.ts';
import { checkSettings } from '../../../../providers/_kit/check-settings.ts';
import type { ContentIssue, Json, MediaFile, Network } from '../../../../providers/_kit/contract.ts';
import type { Context } from '../../../platform/context.ts';
import type { PostMedia } from '../../../platform/entities/post.ts';
import { cleanHtml } from '../../../platform/clean-html.ts';
import { ApiError, type Issue } from '../../../platform/errors.ts';
import { inTurn } from '../../../platform/in-turn.ts';
import { asPublished } from '../../../short-links/decide.ts';
import { linkedIds, readLinked } from '../links.ts';
import type { ValueInput } from '../post-body.ts';
import { findMedia, findSettingsMedia } from './find-media.ts';
import { findThumbnail } from './find-thumbnail.ts';
import { sentence } from '../../../platform/sentences.ts';

/** An entry, and what decides whether it fits its channel. */
export interface EntryToCheck {
  readonly organizationId: string;
  readonly network: Network;
  readonly channel: { readonly name: string; readonly details: Record<string, Json> };
  readonly value: readonly ValueInput[];
  readonly settings?: Record<string, unknown>;
  /** Whether its links become short before it is published. */
  readonly shortLink?: boolean;
  /** A draft may be unfinished: its content is not held against the rules. */
  readonly draft: boolean;
  /** Settings may lack fields although it is no draft: only the content is asked about. */
  readonly unfinished?: boolean;
  /** Where the entry stands in the request, for the paths of the issues (`posts.0`). */
  readonly path: string;
}

export interface CheckedPart {
  readonly content: string;
  readonly media: PostMedia[];
  readonly delayMinutes: number;
}

/** An entry as it is stored: settings with their defaults, parts with clean text and known media. */
export interface CheckedEntry {
  readonly settings: Record<string, unknown>;
  readonly shortLink?: boolean;
  readonly items: CheckedPart[];
}

/**
 * The rules of a channel's network.
 *
 * @throws ApiError `channel_disabled` for a network that this instance does not know
 */
export function networkOf({ providers }: Pick<Context, 'providers'>, provider: string): Network {
  const network = providers.get(provider);
  if (network) return network;
  throw new ApiError('channel_disabled', sentence('network_not_on_this_instance', { network: provider }));
}

export type CheckDeps = Pick<Context, 'config' | 'database' | 'providers' | 'publicUrl' | 'storage'>;

/**
 * Checks an entry in this order: links to other posts, settings, size, media, content.
 *
 * @throws ApiError `invalid_content` with every problem, `provider_mismatch`, `invalid_request` (settings),
 * `media_not_stored` and the refusals of fetching media
 */
export async function checkEntry(context: CheckDeps, entry: EntryToCheck): Promise<CheckedEntry> {
  const { network, channel, draft, shortLink } = entry;
  await checkLinks(context, entry);
  const checked = checkedSettings(context, entry);
  const oversized = draft ? [] : checkSize(network, { channel, settings: checked, items: entry.value });
  if (oversized.length) throw refused(entry, oversized);
  const { files: settingsMedia, settings } = await findSettingsMedia(context, entry, checked);
  const parts = await Promise.all(
    entry.value.map((part, index) => checkPart(context, entry, { part, index })),
  );
  const published = ({ content }: CheckedPart): string => asPublished(context, content, shortLink);
  const items = parts.map(({ stored, files }) => ({ content: published(stored), media: files }));
  const longest = Math.max(...items.map(({ content }) => content.length));
  const issues: ContentIssue[] = [];
  for (const check of draft ? [] : contentChecks(network, { channel, settings, items, settingsMedia })) {
    await inTurn(longest);
    issues.push(...check());
  }
  if (issues.length) throw refused(entry, issues);
  return { settings, shortLink, items: parts.map(({ stored }) => stored) };
}

function refused({ network, channel, path }: EntryToCheck, issues: readonly ContentIssue[]): ApiError {
  return new ApiError('invalid_content', {
    ...sentence('content_would_be_refused', { network: network.name, name: channel.name }),
    issues: within(path, issues),
  });
}

/** A misspelt link (`(post:<id>)`) is refused now, not discovered on the day of publishing. */
async function checkLinks(
  { database }: Pick<Context, 'database'>,
  { organizationId, value, settings, path }: EntryToCheck,
): Promise<void> {
  const places = [
    ...value.map((part, index) => ({ path: `${path}.value.${index}.content`, ids: linkedIds(part.content) })),
    { path: `${path}.settings`, ids: linkedIds(settings) },
  ];
  const ids = [...new Set(places.flatMap((place) => place.ids))];
  if (!ids.length) return;
  const known = await readLinked(database, organizationId, ids);
  const issues = places.flatMap((place) =>
    place.ids
      .filter((id) => !known.has(id))
      .map((id) => ({ path: place.path, ...sentence('links_to_missing_post', { id }) })),
  );
  if (issues.length) throw new ApiError('invalid_content', { issues });
}

function checkedSettings(
  { config }: Pick<Context, 'config'>,
  { network, settings, draft, unfinished = draft, path }: EntryToCheck,
): Record<string, unknown> {
  const fillType = config.CRIER_FILL_SETTINGS_TYPE;
  const checked = checkSettings(network, settings, { draft: unfinished, fillType });
  if (checked.ok) return checked.settings;
  const issues = within(path, checked.issues);
  if (checked.mismatch) throw new ApiError('provider_mismatch', { issues });
  throw new ApiError('invalid_request', { ...sentence('settings_not_valid'), issues });
}

const within = (path: string, issues: readonly ContentIssue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));

async function checkPart(
  context: Pick<Context, 'storage'>,
  entry: EntryToCheck,
  { part, index }: { part: ValueInput; index: number },
): Promise<{ stored: CheckedPart; files: MediaFile[] }> {
  const path = `${entry.path}.value.${index}`;
  const content = await cleanHtml(part.content, `${path}.content`);
  const found = await Promise.all(
    (part.image ?? []).map(async (image, n) => {
      const named = { named: image, path: `${path}.image.${n}` };
      const file = await findMedia(context, entry, named);
      const thumbnail = await findThumbnail(context, entry, { ...named, file });
      const alt = typeof image.alt === 'string' ? { alt: image.alt } : {};
      return { file: { ...file, ...alt }, stored: { id: file.id, path: file.url, ...alt, ...thumbnail } };
    }),
  );
  const media = found.map(({ stored }): PostMedia => stored);
  const stored = { content, media, delayMinutes: index === 0 ? 0 : (part.delay ?? 0) };
  return { stored, files: found.map(({ file }) => file) };
}
