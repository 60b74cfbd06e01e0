/** From one `posts[]` entry of a request to what is stored: content cleaned, media found, settings and rules checked. */
import sanitizeHtml from 'sanitize-html';
import type { ContentIssue, Json, MediaFile, Provider } from '../../providers/_kit/contract.ts';
import { namedMedia } from '../../providers/_kit/settings-media.ts';
import { toFormat } from '../../providers/_kit/text.ts';
import type { PostMedia } from '../entities/post.ts';
import { ApiError, type Issue } from '../errors.ts';
import { compileSettings } from '../validation.ts';
import type { MediaStorage } from '../uploads/storage.ts';

/** One `value[]` item of a request. */
export interface ValueInput {
  readonly content: string;
  readonly image?: readonly { readonly id?: string | null; readonly path: string; readonly alt?: string | null }[];
  readonly delay?: number;
}

/** One item as it is stored. */
export interface PreparedItem {
  readonly content: string;
  readonly media: PostMedia[];
  readonly delayMinutes: number;
}

/** What decides whether a post fits its channel. */
export interface PrepareInput {
  readonly organizationId: string;
  readonly provider: Provider;
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
  allowedAttributes: { '*': ['class', 'data-mention-id', 'data-mention-label'], a: ['href', 'target', 'rel', 'class'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  // Everything that walks the tags afterwards does so recursively.
  nestingLimit: 50,
};
/** Cleaning costs time with the square of the tags that are open at once. */
const MAX_TAGS = 10_000;

const validators = new Map<string, (settings: unknown) => Issue[]>();

/**
 * @throws ApiError `provider_mismatch`, `invalid_request` (settings), `media_not_stored`, `invalid_content` with every problem
 */
export async function preparePost(input: PrepareInput): Promise<{ settings: Record<string, unknown>; items: PreparedItem[] }> {
  const settings = checkSettings(input);
  const covers = await findSettingsMedia(input, settings);
  const prepared = await Promise.all(input.value.map((value, index) => prepareItem(input, value, index)));
  const issues = input.draft ? [] : prepared.flatMap(({ item, files }, index) => contentIssues(input, { item, files, settings, index }));
  if (!input.draft) issues.push(...covers.flatMap(([name, file]) => mediaIssues(coverRules(input.provider), [file], `settings.${name}`)));
  if (input.value.length > 1 && input.provider.followUps === 'none') issues.push({ path: 'value.1', message: `${input.provider.name} has no threads: send one part` });
  if (issues.length) {
    const list = issues.map((issue) => ({ path: `${input.path}.${issue.path}`, message: issue.message }));
    throw new ApiError('invalid_content', { message: `${input.provider.name} ("${input.channel.name}") would refuse this content`, issues: list });
  }
  return { settings, items: prepared.map((p) => p.item) };
}

function checkSettings({ provider, settings = { __type: provider.identifier }, path }: PrepareInput): Record<string, unknown> {
  const given = settings.__type;
  if (given !== provider.identifier) {
    const issues = [{ path: `${path}.settings.__type`, message: given === undefined ? `is required: "${provider.identifier}"` : `must be "${provider.identifier}"` }];
    throw new ApiError('provider_mismatch', { message: `settings.__type must be "${provider.identifier}" for this channel`, issues });
  }
  let validate = validators.get(provider.identifier);
  if (!validate) validators.set(provider.identifier, (validate = compileSettings(provider.settingsSchema)));
  const issues = validate(settings).map((issue) => ({ path: `${path}.settings.${issue.path}`, message: issue.message }));
  if (issues.length) throw new ApiError('invalid_request', { message: 'The settings are not valid', issues });
  return settings;
}

async function findSettingsMedia(input: PrepareInput, settings: Record<string, unknown>): Promise<[string, MediaFile][]> {
  return Promise.all(namedMedia(input.provider, settings).map(async ([name, named]): Promise<[string, MediaFile]> => {
    const file = await input.storage.resolve(input.organizationId, named);
    if (!file) throw new ApiError('media_not_stored', { issues: [{ path: `${input.path}.settings.${name}`, message: 'is not an upload of this organisation. POST /public/v1/upload first' }] });
    return [name, file];
  }));
}

/** One image, whatever an item of the network may hold. */
function coverRules({ rules }: Provider): Provider['rules']['media'] {
  return { ...rules.media, maxImages: 1, maxVideos: 0 };
}

async function prepareItem(input: PrepareInput, value: ValueInput, index: number): Promise<{ item: PreparedItem; files: MediaFile[] }> {
  const files: MediaFile[] = [];
  const media: PostMedia[] = [];
  for (const [n, image] of (value.image ?? []).entries()) {
    const path = `${input.path}.value.${index}.image.${n}`;
    const file = await input.storage.resolve(input.organizationId, image);
    if (!file) throw new ApiError('media_not_stored', { issues: [{ path, message: 'is not an upload of this organisation. POST /public/v1/upload first' }] });
    files.push({ ...file, alt: image.alt ?? file.alt });
    media.push({ id: file.id, path: file.url, ...(typeof image.alt === 'string' ? { alt: image.alt } : {}) });
  }
  if (value.content.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1) {
    throw new ApiError('invalid_content', { issues: [{ path: `${input.path}.value.${index}.content`, message: `has more than ${MAX_TAGS} tags` }] });
  }
  const content = sanitizeHtml(value.content, CLEAN);
  return { item: { content, media, delayMinutes: index === 0 ? 0 : (value.delay ?? 0) }, files };
}

function contentIssues(input: PrepareInput, given: { item: PreparedItem; files: MediaFile[]; settings: Record<string, unknown>; index: number }): ContentIssue[] {
  const { provider, channel } = input;
  const { item, files, settings, index } = given;
  const { rules } = provider;
  const text = toFormat(item.content, rules.format);
  const { details } = channel;
  const issues: ContentIssue[] = [];
  const max = rules.maxLength({ details });
  const length = rules.length(text);
  if (length > max) issues.push({ path: `value.${index}.content`, message: `is ${length} characters long, ${provider.name} takes ${max}` });
  if (!text.trim() && files.length === 0) issues.push({ path: `value.${index}.content`, message: 'is empty: write something or add media' });
  issues.push(...mediaIssues(rules.media, files, `value.${index}.image`));
  const request = { channel: { details }, settings, item: { id: '', position: index, text, media: files } };
  return [...issues, ...(provider.validate?.(request) ?? [])];
}

function mediaIssues(rules: Provider['rules']['media'], files: readonly MediaFile[], path: string): ContentIssue[] {
  const images = files.filter((f) => f.kind === 'image');
  const videos = files.filter((f) => f.kind === 'video');
  const issues: ContentIssue[] = [];
  if (images.length > rules.maxImages) issues.push({ path, message: `has ${images.length} pictures, at most ${rules.maxImages} are possible` });
  if (videos.length > rules.maxVideos) issues.push({ path, message: `has ${videos.length} videos, at most ${rules.maxVideos} are possible` });
  if (!rules.mixed && images.length && videos.length) issues.push({ path, message: 'mixes pictures and videos' });
  for (const file of files) {
    const [types, limit] = file.kind === 'image' ? [rules.imageTypes, rules.maxImageBytes] : [rules.videoTypes, rules.maxVideoBytes];
    if (!types.includes(file.mime)) issues.push({ path, message: `${file.fileName} is ${file.mime}; possible are ${types.join(', ')}` });
    if (file.size > limit) issues.push({ path, message: `${file.fileName} has ${file.size} bytes, at most ${limit} are possible` });
  }
  return issues;
}
