/** The post of a trial: its files, how it stands against the rules of its network, and what it tries. */
import { randomUUID } from 'node:crypto';
import { checkContent, formatOf } from '../../providers/_kit/check-content.ts';
import { checkSettings } from '../../providers/_kit/check-settings.ts';
import type {
  Channel,
  JsonSchema,
  MediaFile,
  Provider,
  PublishRequest,
} from '../../providers/_kit/contract.ts';
import { cardLinkOf } from '../../providers/_kit/find-links.ts';
import { withNamedMedia } from '../../providers/_kit/nested-settings.ts';
import { toFormat } from '../../providers/_kit/text.ts';
import { ApiError } from '../platform/errors.ts';
import type { TrialFile, TryOptions } from './trial.ts';

/** What is published. `media`: of the first part; `settingsMedia`: by the name of the setting. */
export interface TrialPost {
  readonly channel: Pick<Channel, 'details'>;
  /** Clean HTML or plain text. */
  readonly texts: readonly string[];
  readonly settings: Record<string, unknown>;
  readonly media: readonly MediaFile[];
  readonly settingsMedia: Readonly<Record<string, MediaFile>>;
}

type Uploads = Readonly<Record<string, TrialFile>>;

/** Stands for an upload until it is stored, which nothing is before the settings are known to fit. */
const PLACEHOLDER = { id: null, path: 'https://upload.example/' };

/**
 * The settings, those that hold a text read from its file; `toStore`: the files of the others.
 *
 * @throws ApiError `invalid_request` naming each setting that is missing or wrong, or takes no file
 */
export async function settingsOf(
  provider: Provider,
  { texts, settings = {}, uploads = {}, link }: TryOptions,
): Promise<{ settings: Record<string, unknown>; toStore: Uploads }> {
  if (texts === undefined) return { settings: {}, toStore: {} };
  const filled = await Promise.all(
    Object.entries(uploads).map(async ([name, file]): Promise<[string, object | string]> => [
      name,
      takesUpload(provider, name) ? PLACEHOLDER : await file.text(),
    ]),
  );
  if (link && provider.linkCards === 'post') filled.push(['link.url', link]);
  const checked = checkSettings(provider, withNamedMedia(settings, filled), { fillType: true });
  if (!checked.ok) throw new ApiError('invalid_request', { issues: checked.issues });
  const toStore = Object.entries(uploads).filter(([name]) => takesUpload(provider, name));
  return { settings: checked.settings, toStore: Object.fromEntries(toStore) };
}

/** @throws ApiError `invalid_request` if the setting takes neither an upload nor the text of a file */
function takesUpload({ name: network, settingsMedia = [], settingsSchema }: Provider, name: string): boolean {
  if (settingsMedia.includes(name)) return true;
  const texts = textSettings(settingsSchema);
  if (texts.includes(name)) return false;
  const known = [...settingsMedia, ...texts].join(', ') || 'none';
  throw new ApiError('invalid_request', {
    inEnglish: `${network} has no setting "${name}" that takes a file; it has ${known}`,
  });
}

/** The settings that hold the content of a file: `subtitles.file`. */
const textSettings = ({ properties = {} }: Schema, within = ''): string[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    schema.contentMediaType ? [within + name] : textSettings(schema, `${within}${name}.`),
  );

interface Schema extends JsonSchema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly contentMediaType?: string;
}

/** The settings with the uploads that they name. */
export const withUploads = (
  settings: Record<string, unknown>,
  files: Readonly<Record<string, MediaFile>>,
): Record<string, unknown> =>
  withNamedMedia(
    settings,
    Object.entries(files).map(([name, { id, url }]) => [name, { id, path: url }]),
  );

/** @throws ApiError `invalid_content` with every problem, as when a post is created */
export function assertFits(provider: Provider, post: TrialPost): void {
  const items = post.texts.map((content, position) => ({ content, media: position ? [] : post.media }));
  const { channel, settings } = post;
  const settingsMedia = Object.entries(post.settingsMedia);
  const issues = checkContent(provider, { channel, settings, items, settingsMedia });
  if (!issues.length) return;
  throw new ApiError('invalid_content', {
    inEnglish: issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
  });
}

/** One part, as a post of a person has it. */
export function partOf(
  provider: Provider,
  { texts, media, settings, settingsMedia }: TrialPost,
  position: number,
): Pick<PublishRequest, 'item' | 'settings' | 'settingsMedia'> {
  const content = texts[position] ?? '';
  const text = toFormat(content, formatOf(provider, settings, position));
  const url = cardLinkOf(content);
  const link = url && provider.linkCards === 'post' ? { link: { url, page: url } } : {};
  const item = { id: randomUUID(), position, text, media: position ? [] : media, ...link };
  return { item, settings, settingsMedia };
}

const KINDS: Readonly<Record<MediaFile['kind'], string>> = {
  image: 'picture',
  video: 'video',
  document: 'document',
};

/**
 * What a post tries, without what a person wrote: texts, files, a link, and each of the
 * settings.
 */
export function triedIn(provider: Provider, { settings = {}, link }: TryOptions, post: TrialPost): string[] {
  const { texts, media, settingsMedia } = post;
  const properties = (provider.settingsSchema as Schema).properties ?? {};
  const values = Object.entries(settings).flatMap(([name, value]) => {
    if (name === '__type') return [];
    const isChoice = typeof value === 'boolean' || (properties[name]?.enum as unknown[])?.includes(value);
    return [isChoice ? `setting ${name}: ${String(value)}` : `setting ${name}`];
  });
  return [
    ...new Set([
      texts.length > 1 ? `text in ${texts.length} parts` : 'text',
      ...media.map(({ kind, mime }) => `${KINDS[kind]} (${mime})`),
      ...(media.some(({ alt }) => alt) ? ['alt text'] : []),
      ...(link || texts.some(cardLinkOf) ? ['link'] : []),
      ...values,
      ...Object.entries(settingsMedia).map(([name, { mime }]) => `upload ${name} (${mime})`),
    ]),
  ];
}
