/**
 * Checks a create-post request by the same rules, without storing anything: what is ready, what is not and
 * why, and how long each text is by its network's count.
 */
import { checkFile, formatOf } from '../../../providers/_kit/check-content.ts';
import { checkSettings } from '../../../providers/_kit/check-settings.ts';
import { settingsWithoutEffect } from '../../../providers/_kit/unknown-settings.ts';
import type { MediaRules } from '../../../providers/_kit/contract.ts';
import type { Params } from '../../../providers/_kit/sentences/fill.ts';
import { toFormat } from '../../../providers/_kit/text.ts';
import type { Context } from '../../platform/context.ts';
import { cleaned } from '../../platform/clean-html.ts';
import { ApiError, type ErrorCode, type Issue } from '../../platform/errors.ts';
import { needsShape } from '../../platform/media/fit-shape.ts';
import { sentence } from '../../platform/sentences.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { assertNotPast, requiredDate } from '../../platform/parse-date.ts';
import { isUuid } from '../../platform/validation.ts';
import { areShort, asPublished } from '../../short-links/decide.ts';
import { findChannels, type FoundEntry, type PlacedEntry } from './entries/check-entries.ts';
import { checkEntry, type CheckDeps } from './entries/check-entry.ts';
import { ignoredFields } from '../../platform/never-ignored-fields.ts';
import { createPostBody, type CreatePostInput, type EntryInput } from './post-body.ts';
import { limitWait, type LimitWait } from './post-limit.ts';

/**
 * A problem with its place in the request (`posts.0.value.1.content`). `code`: the refusal's; `reason`: that
 * of the sentence.
 */
export interface CheckIssue {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason: string;
  readonly params?: Params;
}

/** A part as it is published, and how long it is, counted as the network counts; `unit`: what it counts. */
interface Counted {
  readonly text: string;
  readonly length: number;
  readonly limit: number;
  readonly unit: 'characters' | 'bytes';
}

/** The media that the first part may carry; null = no limit. `aspect` = width ÷ height of a picture. */
interface TakenMedia {
  readonly maxImages: number;
  readonly maxVideos: number;
  readonly imageTypes: readonly string[];
  readonly videoTypes: readonly string[];
  readonly minAspect: number | null;
  readonly maxAspect: number | null;
}

/**
 * A picture that the network does not take, and would take once it is fitted (POST /media/{id}/fit). `part`:
 * its index; `reshape`: whether it needs bars or must be cut.
 */
interface Fittable {
  readonly part: number;
  readonly media: string;
  /** Its name. */
  readonly network: string;
  readonly reshape: boolean;
}

/** A video that the network does not take, and would take once it is converted. `part`: its index. */
type Convertible = Omit<Fittable, 'reshape'>;

/** `parts` and `media` are empty for a channel that cannot be published to. */
export interface CheckedTarget {
  readonly integration: string;
  readonly ready: boolean;
  readonly issues: readonly CheckIssue[];
  readonly parts: readonly Counted[];
  readonly media: TakenMedia | null;
  /** What the post would have to wait for although it is ready. */
  readonly wait: LimitWait | null;
  readonly fittable: readonly Fittable[];
  readonly convertible: readonly Convertible[];
  /** What the texts go without. */
  readonly takenOut: readonly Issue[];
  /** What the network may refuse or cut of the texts, although it is ready. */
  readonly warnings: readonly Issue[];
  /** Settings that the network does not have: they are kept, and nothing is done with them. */
  readonly withoutEffect: readonly Issue[];
}

/** @throws ApiError `integration_not_found`, `foreign_resource` */
export async function checkPost(
  context: CheckDeps & Pick<Context, 'now'>,
  organizationId: string,
  input: CreatePostInput,
): Promise<{ issues: CheckIssue[]; posts: CheckedTarget[] }> {
  const now = await context.now();
  const entries = input.posts.map((entry, index): PlacedEntry => ({ entry, path: `posts.${index}` }));
  const dated = input.type === 'schedule' ? dateIssues(input, now) : [];
  const ignored = ignoredFields(createPostBody, input).map((issue) => refusedWith('invalid_request', issue));
  const at = input.type === 'schedule' && !dated.length ? requiredDate(input) : now;
  const posts: CheckedTarget[] = [];
  for (const entry of entries) {
    const target = await checkTarget(context, organizationId, {
      ...entry,
      at,
      asked: input.shortLink,
      isQueued: input.type === 'queue',
    });
    const own = ignored.filter(({ path }) => path.startsWith(`${entry.path}.`));
    posts.push(own.length ? { ...target, ready: false, issues: [...target.issues, ...own] } : target);
  }
  return { issues: [...dated, ...ignored.filter(({ path }) => !path.startsWith('posts.'))], posts };
}

function dateIssues(input: CreatePostInput, now: Date): CheckIssue[] {
  try {
    assertNotPast(requiredDate(input), 'date', now);
    return [];
  } catch (error) {
    return issuesOf(error, 'date');
  }
}

async function checkTarget(
  context: CheckDeps,
  organizationId: string,
  placed: PlacedEntry & { readonly at: Date; readonly asked?: boolean; readonly isQueued: boolean },
): Promise<CheckedTarget> {
  const { entry, path, at, asked, isQueued } = placed;
  const integration = entry.integration.id.toLowerCase();
  let found: FoundEntry | undefined;
  try {
    [found] = await findChannels(context, organizationId, [placed]);
  } catch (error) {
    const issues = issuesOf(error, `${path}.integration.id`);
    // What a caller may not know of is refused as a whole.
    const isUnknown = issues.some(
      ({ code }) => code === 'integration_not_found' || code === 'foreign_resource',
    );
    if (isUnknown) throw error;
    const none = { fittable: [], convertible: [], takenOut: [], warnings: [], withoutEffect: [] };
    return { integration, ready: false, issues, parts: [], media: null, wait: null, ...none };
  }
  if (!found) throw new Error(`${path} has no channel`);
  const { network, channel } = found;
  const shortLink = areShort(channel.links, asked);
  const issues = await contentIssues(context, { organizationId, shortLink }, found);
  const wait = await limitWait(
    context,
    { organizationId, channel, network },
    { at, parts: entry.value.length, exceptPost: changedPost(entry) },
  );
  const repairable = issues.some(({ path: where }) => where.endsWith('.image'))
    ? await findRepairable(context, organizationId, found)
    : { fittable: [], convertible: [] };
  const withoutEffect = settingsWithoutEffect(network, entry.settings).map((issue) => ({
    ...issue,
    path: `${path}.${issue.path}`,
  }));
  if (isQueued && !channel.hasTimes) {
    issues.push(
      refusedWith('no_free_slot', { path, ...sentence('no_posting_times', { name: channel.name }) }),
    );
  }
  const ready = issues.length === 0;
  return {
    integration,
    ready,
    issues,
    ...(await measure(context, found, shortLink)),
    wait,
    ...repairable,
    withoutEffect,
  };
}

/** The post that the entry changes does not count beside itself. */
function changedPost({ value: [first] }: EntryInput): string | null {
  const id = first?.id?.trim() ?? '';
  return isUuid(id) ? id : null;
}

/** What a conversion changes of a video. */
const CONVERTED: ReadonlySet<string> = new Set(
  'video_codec video_chroma audio_codec frame_rate_too_low frame_rate_too_high too_wide too_high too_many_pixels'.split(
    ' ',
  ),
);

/** The files that cannot be used as they are, in any number or combination, and can be made usable here. */
async function findRepairable(
  { storage, config }: CheckDeps,
  organizationId: string,
  found: FoundEntry,
): Promise<Pick<CheckedTarget, 'fittable' | 'convertible'>> {
  const { network, channel } = found;
  const settings = settingsOf(found);
  const named = found.entry.value.flatMap(({ image }, part) => (image ?? []).map((one) => ({ part, one })));
  const fittable: Fittable[] = [];
  const convertible: Convertible[] = [];
  for (const { part, one } of named) {
    const file = await storage.find(organizationId, one.id ?? '');
    const rules = network.rules.mediaFor?.(channel, { settings, position: part }) ?? network.rules.media;
    if (!file) continue;
    const problems = checkFile(rules, file);
    const place = { part, media: file.id, network: network.name };
    if (file.kind === 'video') {
      const helps = problems.some(({ code }) => CONVERTED.has(code));
      if (helps && config.CRIER_FFMPEG && rules.maxVideos > 0) convertible.push(place);
      continue;
    }
    const isFixed = file.kind !== 'image' || file.mime === 'image/gif';
    if (!problems.length || isFixed || rules.maxImages === 0) continue;
    const { width, height } = file;
    const reshape = Boolean(width && height && needsShape({ width, height }, rules.image));
    fittable.push({ ...place, reshape });
  }
  return { fittable, convertible };
}

/** The settings with their defaults; where they have errors, the part that is right. */
export function settingsOf({ network, entry }: FoundEntry): Record<string, unknown> {
  const checked = checkSettings(network, entry.settings, { draft: true, fillType: true });
  return checked.ok ? checked.settings : { __type: network.identifier };
}

/** A setting that is missing must not hide what is wrong with the text. */
async function contentIssues(
  context: CheckDeps,
  options: { readonly organizationId: string; readonly shortLink: boolean },
  { entry: { value, settings }, path, network, channel }: FoundEntry,
): Promise<CheckIssue[]> {
  const toCheck = { ...options, network, channel, value, settings, draft: false, path };
  const check = (unfinished: boolean): Promise<CheckIssue[]> =>
    checkEntry(context, { ...toCheck, unfinished }).then(
      () => [],
      (error: unknown) => issuesOf(error, path),
    );
  const strict = await check(false);
  const onlySettings = strict.length > 0 && strict.every((issue) => issue.path.includes('.settings'));
  const content = onlySettings ? await check(true) : [];
  const known = new Set(strict.map(({ path: at, message }) => `${at} ${message}`));
  const more = content.filter(({ path: at, message }) => !known.has(`${at} ${message}`));
  return [...strict, ...more];
}

async function measure(
  context: CheckDeps,
  found: FoundEntry,
  shortLink: boolean,
): Promise<Pick<CheckedTarget, 'parts' | 'media' | 'takenOut' | 'warnings'>> {
  const { entry, path, network, channel } = found;
  const settings = settingsOf(found);
  const { rules } = network;
  const parts: Counted[] = [];
  const takenOut: Issue[] = [];
  const warnings: Issue[] = [];
  for (const [position, { content }] of entry.value.entries()) {
    await inTurn(content.length);
    const limit = rules.maxLength(channel, { settings, position });
    // Cleaning and counting a text that is far too long would only take time.
    const counts = content.length <= Math.max(50_000, 20 * limit);
    const kept = counts ? await cleaned(content, '').catch(notCleaned) : null;
    const format = formatOf(network, settings, position);
    const text = kept ? toFormat(asPublished(context, kept.content, shortLink), format) : content;
    const at = `${path}.value.${position}.content`;
    takenOut.push(...(kept?.takenOut ?? []).map((loss) => ({ path: at, ...loss })));
    const said = kept ? network.warnings?.(text, { settings, position }) : [];
    warnings.push(...(said ?? []).map((warning) => ({ path: at, ...warning })));
    parts.push({
      text,
      length: counts ? rules.length(text) : text.length,
      limit,
      unit: rules.unit ?? 'characters',
    });
  }
  const place = { settings, position: 0 };
  return { parts, takenOut, warnings, media: taken(rules.mediaFor?.(channel, place) ?? rules.media) };
}

/** Markup that would take too long to clean is reported by the check, and counted as it is written. */
function notCleaned(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

function taken({ maxImages, maxVideos, imageTypes, videoTypes, image }: MediaRules): TakenMedia {
  return {
    maxImages,
    maxVideos,
    imageTypes,
    videoTypes,
    minAspect: image?.minAspect ?? null,
    maxAspect: image?.maxAspect ?? null,
  };
}

function issuesOf(error: unknown, path: string): CheckIssue[] {
  if (!(error instanceof ApiError)) throw error;
  const { code, sentence, issues } = error;
  return (issues.length ? issues : [{ path, ...sentence }]).map((issue) => refusedWith(code, issue));
}

const refusedWith = (code: ErrorCode, { code: reason, ...issue }: Issue): CheckIssue => ({
  ...issue,
  code,
  reason,
});
