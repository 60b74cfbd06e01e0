/**
 * Checks content against the rules of its network: length of the text; number, type, size and shape of media.
 */
import type {
  Channel,
  ContentIssue,
  ItemPlace,
  MediaFile,
  MediaRules,
  Network,
  TextFormat,
} from './contract.ts';
import { toFormat, toPlainText } from './text.ts';
import type { Sentence } from './sentences/fill.ts';
import { checkAlone, checkDocument } from './document-rules.ts';
import { checkBounds } from './media-bounds.ts';
import { ONE_PICTURE } from './media-rules.ts';
import { checkEncoding } from './video-encoding.ts';
import { sentence } from './sentences/catalogue.ts';

/**
 * A post as it would be stored. `content`: sanitised HTML or plain text; `settingsMedia`: uploads named by
 * settings.
 */
export interface PostToCheck {
  readonly channel: Pick<Channel, 'details'>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly items: readonly { readonly content: string; readonly media: readonly MediaFile[] }[];
  readonly settingsMedia?: readonly (readonly [name: string, file: MediaFile])[];
}

/** The text format of a part of a post with these settings; `position` defaults to the post itself. */
export function formatOf(
  { rules }: Network,
  settings: Readonly<Record<string, unknown>>,
  position = 0,
): TextFormat {
  return rules.formatFor?.(settings, position) ?? rules.format;
}

/** Every problem of a post, with paths relative to it (`value.0.content`, `settings.title`). */
export function checkContent(network: Network, post: PostToCheck): ContentIssue[] {
  const oversized = checkSize(network, post);
  return oversized.length ? oversized : contentChecks(network, post).flatMap((check) => check());
}

/** The steps of `checkContent` after the size, for a caller that has other things to do between them. */
export function contentChecks(network: Network, post: PostToCheck): (() => ContentIssue[])[] {
  return [
    ...post.items.map((_, position) => () => checkItem(network, post, position)),
    () => checkCovers(network, post),
    () => checkThread(network, post),
  ];
}

function checkCovers(network: Network, { settingsMedia = [] }: PostToCheck): ContentIssue[] {
  return settingsMedia.flatMap(([name, file]) =>
    checkMedia(coverRules(network, name), [file], `settings.${name}`),
  );
}

function checkThread({ name, followUps }: Network, { items }: PostToCheck): ContentIssue[] {
  return items.length > 1 && followUps === 'none'
    ? [{ path: 'value.1', ...sentence('no_threads', { network: name }) }]
    : [];
}

/** Something that is seen: neither space nor a character that nobody draws (U+200B, U+FEFF, U+00AD …). */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function checkItem(
  network: Network,
  { channel, settings, items }: PostToCheck,
  position: number,
): ContentIssue[] {
  const { rules } = network;
  const { content = '', media = [] } = items[position] ?? {};
  const place: ItemPlace = { settings, position };
  const max = rules.maxLength(channel, place);
  const text = toFormat(content, formatOf(network, settings, position));
  const issues: ContentIssue[] = [];
  const length = rules.length(text);
  if (length > max) {
    issues.push({
      path: `value.${position}.content`,
      ...sentence(rules.unit === 'bytes' ? 'text_too_many_bytes' : 'text_too_long', {
        length,
        network: network.name,
        max,
      }),
    });
  }
  // Markup alone shows nothing either.
  if (media.length === 0 && !VISIBLE.test(toPlainText(content))) {
    issues.push({ path: `value.${position}.content`, ...sentence('no_content') });
  }
  issues.push(
    ...checkMedia(rules.mediaFor?.(channel, place) ?? rules.media, media, `value.${position}.image`),
  );
  return [
    ...issues,
    ...(network.validate?.({ channel, settings, item: { id: '', position, text, media } }) ?? []),
  ];
}

/**
 * The parts that are far too long as they are written, before anything reads their text. Markup, long URLs
 * that count as a few characters, and letters with many accents have room.
 */
export function checkSize(
  { name, rules }: Network,
  {
    channel,
    settings,
    items,
  }: Pick<PostToCheck, 'channel' | 'settings'> & { readonly items: readonly { readonly content: string }[] },
): ContentIssue[] {
  return items.flatMap(({ content }, position) => {
    const max = rules.maxLength(channel, { settings, position });
    if (content.length <= Math.max(50_000, 20 * max)) return [];
    const problem = sentence('markup_too_long', { length: content.length, network: name, max });
    return [{ path: `value.${position}.content`, ...problem }];
  });
}

/** One image within the limits for items, unless the network declares other limits for this setting. */
function coverRules({ rules, settingsMediaRules }: Network, name: string): MediaRules {
  return { ...rules.media, ...ONE_PICTURE, ...settingsMediaRules?.[name] };
}

function checkMedia(rules: MediaRules, files: readonly MediaFile[], path: string): ContentIssue[] {
  const { minFiles = 0, maxFiles = Infinity, maxImages, maxVideos } = rules;
  const count = files.length;
  const images = files.filter((f) => f.kind === 'image').length;
  const videos = files.filter((f) => f.kind === 'video').length;
  const problems: Sentence[] = [];
  if (count < minFiles) {
    const few = sentence('too_few_files', { count, min: minFiles });
    problems.push(count ? few : sentence('files_required', { min: minFiles }));
  }
  problems.push(...checkAlone(rules, files));
  if (count > maxFiles) problems.push(sentence('too_many_files', { count, max: maxFiles }));
  if (images > maxImages) problems.push(sentence('too_many_pictures', { count: images, max: maxImages }));
  if (videos > maxVideos) problems.push(sentence('too_many_videos', { count: videos, max: maxVideos }));
  if (!rules.mixed && images && videos) problems.push(sentence('pictures_and_videos'));
  return [...problems, ...files.flatMap((file) => checkFile(rules, file))].map((one) => ({ path, ...one }));
}

/** What a rule can be held against without the file itself. */
export type FileFacts = Omit<MediaFile, 'id' | 'alt' | 'url' | 'signedUrl' | 'blob'>;

/** How many bytes a picture of this type may have. */
export const maxBytesOf = ({ maxImageBytes, maxStillBytes }: MediaRules, mime: string): number =>
  mime === 'image/gif' ? maxImageBytes : (maxStillBytes ?? maxImageBytes);

/** The problems of one file, regardless of the files beside it. */
export function checkFile(rules: MediaRules, file: FileFacts): Sentence[] {
  if (file.kind === 'document') return checkDocument(rules, file);
  const [types, limit, bounds] =
    file.kind === 'image'
      ? [rules.imageTypes, maxBytesOf(rules, file.mime), rules.image]
      : [rules.videoTypes, rules.maxVideoBytes, rules.video];
  const problems: Sentence[] = [];
  // If a kind is not allowed at all, the check of the number has reported it already.
  if (types.length && !types.includes(file.mime)) {
    problems.push(sentence('file_type_not_allowed', { file: file.fileName, mime: file.mime, types }));
  }
  if (file.size > limit) {
    problems.push(sentence('file_too_many_bytes', { file: file.fileName, size: file.size, max: limit }));
  }
  return bounds ? [...problems, ...checkBounds(bounds, file), ...checkEncoding(bounds, file)] : problems;
}
