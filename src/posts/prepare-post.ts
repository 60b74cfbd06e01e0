/**
 * From one `posts[]` entry of a request to what is stored: content cleaned, media found, settings and rules
 * checked.
 */
import sanitizeHtml from 'sanitize-html';
import { checkContent } from '../../providers/_kit/check-content.ts';
import { checkSettings } from '../../providers/_kit/check-settings.ts';
import type { ContentIssue, Json, MediaFile, Network } from '../../providers/_kit/contract.ts';
import { namedMedia, type NamedMedia } from '../../providers/_kit/settings-media.ts';
import type { PostMedia } from '../entities/post.ts';
import { ApiError, errorKinds, type Issue } from '../platform/errors.ts';
import type { MediaStorage } from '../platform/media/storage.ts';
import type { ValueInput } from './post-body.ts';

/** One item as it is stored. */
export interface PreparedItem {
  readonly content: string;
  readonly media: PostMedia[];
  readonly delayMinutes: number;
}

/** What decides whether a post fits its channel. */
export interface PrepareInput {
  readonly organizationId: string;
  readonly network: Network;
  readonly channel: { readonly name: string; readonly details: Record<string, Json> };
  readonly value: readonly ValueInput[];
  readonly settings?: Record<string, unknown>;
  readonly draft: boolean;
  readonly storage: MediaStorage;
  /** Where the entry stands in the request, for the paths of the issues (`posts.0`). */
  readonly path: string;
}

const CLEAN: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'u', 'a', 'ul', 'li', 'h1', 'h2', 'h3', 'span'],
  allowedAttributes: {
    '*': ['class', 'data-mention-id', 'data-mention-label'],
    a: ['href', 'target', 'rel', 'class'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  // Everything that walks the tags afterwards does so recursively.
  nestingLimit: 50,
};
/** Cleaning costs time with the square of the tags that are open at once. */
const MAX_TAGS = 10_000;

/**
 * @throws ApiError `provider_mismatch`, `invalid_request` (settings), `media_not_stored` and what fetching
 * media is refused with, `invalid_content` with every problem
 */
export async function preparePost(
  input: PrepareInput,
): Promise<{ settings: Record<string, unknown>; items: PreparedItem[] }> {
  const { network, channel, draft, path } = input;
  const { files: settingsMedia, settings } = await findSettingsMedia(input, settingsOf(input));
  const prepared = await Promise.all(input.value.map((value, index) => prepareItem(input, value, index)));
  const items = prepared.map(({ item, files }) => ({ content: item.content, media: files }));
  const issues = draft ? [] : checkContent(network, { channel, settings, items, settingsMedia });
  if (issues.length) {
    throw new ApiError('invalid_content', {
      message: `${network.name} ("${channel.name}") would refuse this content`,
      issues: within(path, issues),
    });
  }
  return { settings, items: prepared.map((p) => p.item) };
}

function settingsOf({ network, settings, draft, path }: PrepareInput): Record<string, unknown> {
  const checked = checkSettings(network, settings, draft);
  if (checked.ok) return checked.settings;
  const issues = within(path, checked.issues);
  if (checked.mismatch) {
    throw new ApiError('provider_mismatch', {
      message: `settings.__type must be "${network.identifier}" for this channel`,
      issues,
    });
  }
  throw new ApiError('invalid_request', { message: 'The settings are not valid', issues });
}

const within = (path: string, issues: readonly ContentIssue[]): Issue[] =>
  issues.map((issue) => ({ path: `${path}.${issue.path}`, message: issue.message }));

interface FoundMedia {
  readonly files: [string, MediaFile][];
  /** The settings, naming what was found by our own id and address. */
  readonly settings: Record<string, unknown>;
}

async function findSettingsMedia(
  input: PrepareInput,
  settings: Record<string, unknown>,
): Promise<FoundMedia> {
  const files = await Promise.all(
    namedMedia(input.network, settings).map(async ([name, named]): Promise<[string, MediaFile]> => [
      name,
      await findMedia(input, named, `${input.path}.settings.${name}`),
    ]),
  );
  const named = files.map(([name, file]) => [
    name,
    { ...(settings[name] as object), id: file.id, path: file.url },
  ]);
  return { files, settings: { ...settings, ...Object.fromEntries(named) } };
}

/**
 * The storage may have to fetch it first (uploads/outside-media.ts). What is wrong with the file is said
 * about its path.
 */
async function findMedia(
  { storage, organizationId }: PrepareInput,
  named: NamedMedia,
  path: string,
): Promise<MediaFile> {
  const file = await storage.resolve(organizationId, named).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const message = error.message.replace(`${errorKinds[error.code].message}: `, '');
    throw new ApiError(error.code, { issues: [{ path: `${path}.path`, message }], cause: error });
  });
  if (!file) {
    throw new ApiError('media_not_stored', {
      issues: [{ path, message: 'is not an upload of this organisation. POST /public/v1/upload first' }],
    });
  }
  return file;
}

async function prepareItem(
  input: PrepareInput,
  value: ValueInput,
  index: number,
): Promise<{ item: PreparedItem; files: MediaFile[] }> {
  if (value.content.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1) {
    throw new ApiError('invalid_content', {
      issues: [{ path: `${input.path}.value.${index}.content`, message: `has more than ${MAX_TAGS} tags` }],
    });
  }
  const content = sanitizeHtml(value.content, CLEAN);
  const found = await Promise.all(
    (value.image ?? []).map(async (image, n) => ({
      image,
      file: await findMedia(input, image, `${input.path}.value.${index}.image.${n}`),
    })),
  );
  const files = found.map(({ image, file }): MediaFile => ({ ...file, alt: image.alt ?? file.alt }));
  const media = found.map(({ image, file }): PostMedia => ({
    id: file.id,
    path: file.url,
    ...(typeof image.alt === 'string' ? { alt: image.alt } : {}),
  }));
  return { item: { content, media, delayMinutes: index === 0 ? 0 : (value.delay ?? 0) }, files };
}
