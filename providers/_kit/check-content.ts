/**
 * Content against the rules of its network, before anything is sent: lengths, number, kinds, sizes and shapes
 * of media.
 */
import type {
  Channel,
  ContentIssue,
  ItemPlace,
  MediaBounds,
  MediaFile,
  MediaRules,
  Network,
  TextFormat,
} from './contract.ts';
import { toFormat } from './text.ts';

/**
 * A post as it would be stored. `content` is sanitised HTML or plain text; `settingsMedia` are the uploads
 * that settings name.
 */
export interface PostToCheck {
  readonly channel: Pick<Channel, 'details'>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly items: readonly { readonly content: string; readonly media: readonly MediaFile[] }[];
  readonly settingsMedia?: readonly (readonly [name: string, file: MediaFile])[];
}

/**
 * The format in which a network takes the text of a part of a post with these settings; without `position`,
 * of the post itself.
 */
export function formatOf(
  { rules }: Network,
  settings: Readonly<Record<string, unknown>>,
  position = 0,
): TextFormat {
  return rules.formatFor?.(settings, position) ?? rules.format;
}

/** Every problem of a post, with paths relative to it (`value.0.content`, `settings.title`). */
export function checkContent(network: Network, post: PostToCheck): ContentIssue[] {
  const issues = post.items.flatMap((_, position) => checkItem(network, post, position));
  for (const [name, file] of post.settingsMedia ?? []) {
    issues.push(...checkMedia(coverRules(network, name), [file], `settings.${name}`));
  }
  if (post.items.length > 1 && network.followUps === 'none') {
    issues.push({ path: 'value.1', message: `${network.name} has no threads: send one part` });
  }
  return issues;
}

function checkItem(
  network: Network,
  { channel, settings, items }: PostToCheck,
  position: number,
): ContentIssue[] {
  const { rules } = network;
  const { content = '', media = [] } = items[position] ?? {};
  const text = toFormat(content, formatOf(network, settings, position));
  const place: ItemPlace = { settings, position };
  const issues: ContentIssue[] = [];
  const max = rules.maxLength(channel, place);
  const length = rules.length(text);
  if (length > max) {
    issues.push({
      path: `value.${position}.content`,
      message: `is ${length} ${rules.unit ?? 'characters'} long, ${network.name} takes ${max}`,
    });
  }
  if (!text.trim() && media.length === 0) {
    issues.push({ path: `value.${position}.content`, message: 'is empty: write something or add media' });
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
 * One image, whatever an item of the network may hold, unless the network says otherwise for this setting.
 */
function coverRules({ rules, settingsMediaRules }: Network, name: string): MediaRules {
  return { ...rules.media, minFiles: 0, maxImages: 1, maxVideos: 0, ...settingsMediaRules?.[name] };
}

function checkMedia(rules: MediaRules, files: readonly MediaFile[], path: string): ContentIssue[] {
  const images = files.filter((f) => f.kind === 'image').length;
  const videos = files.length - images;
  const problems: string[] = [];
  if (files.length < (rules.minFiles ?? 0)) {
    problems.push(
      files.length
        ? `has ${files.length} files, at least ${rules.minFiles} are needed`
        : `is empty: at least ${rules.minFiles} ${rules.minFiles === 1 ? 'file is' : 'files are'} needed`,
    );
  }
  if (files.length > (rules.maxFiles ?? Infinity)) {
    problems.push(`has ${files.length} files, at most ${rules.maxFiles} are possible`);
  }
  if (images > rules.maxImages) {
    problems.push(`has ${images} pictures, at most ${rules.maxImages} are possible`);
  }
  if (videos > rules.maxVideos) {
    problems.push(`has ${videos} videos, at most ${rules.maxVideos} are possible`);
  }
  if (!rules.mixed && images && videos) problems.push('mixes pictures and videos');
  return [...problems, ...files.flatMap((file) => checkFile(rules, file))].map((message) => ({
    path,
    message,
  }));
}

function checkFile(rules: MediaRules, file: MediaFile): string[] {
  const [types, limit, bounds] =
    file.kind === 'image'
      ? [rules.imageTypes, rules.maxImageBytes, rules.image]
      : [rules.videoTypes, rules.maxVideoBytes, rules.video];
  const problems: string[] = [];
  // Where none of a kind is possible, their number says so already.
  if (types.length && !types.includes(file.mime)) {
    problems.push(`${file.fileName} is ${file.mime}; possible are ${types.join(', ')}`);
  }
  if (file.size > limit) {
    problems.push(`${file.fileName} has ${file.size} bytes, at most ${limit} are possible`);
  }
  return bounds ? [...problems, ...checkBounds(bounds, file)] : problems;
}

function checkBounds(bounds: MediaBounds, { width, height, durationMs, fileName }: MediaFile): string[] {
  const aspect = width && height ? width / height : undefined;
  return [
    ...outside(`${fileName} is %s pixels wide`, width, [bounds.minWidth, bounds.maxWidth]),
    ...outside(`${fileName} is %s pixels high`, height, [bounds.minHeight, bounds.maxHeight]),
    ...outside(`${fileName} has the aspect ratio %s (width ÷ height)`, aspect, [
      bounds.minAspect,
      bounds.maxAspect,
    ]),
    ...outside(`${fileName} lasts %s seconds`, durationMs === undefined ? undefined : durationMs / 1000, [
      seconds(bounds.minDurationMs),
      seconds(bounds.maxDurationMs),
    ]),
  ];
}

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);

/** A ratio such as 4:5 is met by 1080 × 1350 and by a pixel more or less. */
const TOLERANCE = 0.005;

function outside(
  words: string,
  value: number | undefined,
  [min, max]: readonly [number | undefined, number | undefined],
): string[] {
  if (value === undefined) return [];
  const slack = words.includes('aspect') ? TOLERANCE : 0;
  const said = words.replace('%s', String(Math.round(value * 1000) / 1000));
  if (min !== undefined && value < min - slack) {
    return [`${said}; at least ${Math.round(min * 1000) / 1000} is needed`];
  }
  return max !== undefined && value > max + slack
    ? [`${said}; at most ${Math.round(max * 1000) / 1000} is possible`]
    : [];
}
