/** The part of a trial that publishes: a post of one or more parts, looked for and taken down again. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Channel,
  Json,
  MediaFile,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  VerifyResult,
} from '../../providers/_kit/contract.ts';
import { ApiError } from '../platform/errors.ts';
import type { SentPart, TrialNote } from './trial-note.ts';
import type { Trial } from './trial.ts';
import { sentence } from '../platform/sentences.ts';

/** How long a network may process the post. */
const PATIENCE_MS = 120_000;

/** What is published: texts and files of the first part. */
export interface TrialPost {
  readonly texts: readonly string[];
  readonly settings: Record<string, unknown>;
  readonly media: readonly MediaFile[];
}

/** Publishes the parts until one fails or the trial is stopped, and takes down what was published. */
export async function tryPublishing(trial: Trial, post: TrialPost): Promise<string[]> {
  const { note, provider, signal } = trial;
  for (const [position, text] of post.texts.entries()) {
    if (signal?.aborted) break;
    if (position > 0 && provider.followUps === 'none') {
      trial.leaveOut(`part ${position + 1}`, `${provider.name} has no threads`);
      break;
    }
    const item = { id: randomUUID(), position, text, media: position ? [] : post.media };
    const part = {
      item,
      settings: post.settings,
      root: note.posts[0] ?? null,
      parent: note.posts.at(-1) ?? null,
    };
    if (!(await tryPart(trial, part, position ? ` part ${position + 1}` : ''))) break;
  }
  return takeAway(trial);
}

/**
 * Takes down what the note has, the last part first: not every network removes a post that has replies.
 * Returns what is, or may be, still there: each with its URL or its text.
 */
export async function takeAway(trial: Trial): Promise<string[]> {
  const { note, provider, ask, step } = trial;
  const left: string[] = [];
  if (note.sent) left.push(`perhaps a post "${note.sent.item.text}", whose answer was lost`);
  const remove = provider.remove?.bind(provider);
  for (const published of note.posts.toReversed()) {
    const removed =
      remove &&
      (await step(
        'take it down',
        () => ask(async (channel, ctx) => remove(channel, published, ctx).then(() => true)),
        () => 'done',
      ));
    if (!removed) left.push(published.url ?? published.id);
    note.posts = note.posts.filter((one) => one !== published);
    await note.save();
  }
  return left;
}

type Part = Omit<SentPart, 'prepared' | 'sentAt'>;

const requestOf =
  (part: Part) =>
  (channel: Channel): PublishRequest => ({ channel, ...part, idempotencyKey: part.item.id });

/** Whether it is published. */
async function tryPart(trial: Trial, part: Part, what: string): Promise<boolean> {
  const { provider, ask, step, note, signal } = trial;
  const request = requestOf(part);
  const prepared = await step(
    `prepare${what}`,
    () => ask(async (channel, ctx) => ({ json: await provider.prepare(request(channel), ctx) })),
    () => 'nothing is published yet',
  );
  if (!prepared || signal?.aborted) return false;
  note.sent = { ...part, prepared: prepared.json, sentAt: new Date().toISOString() };
  await note.save();
  const published = await step(
    `publish${what}`,
    () =>
      ask((channel, ctx) => publish(trial, request(channel), { prepared: prepared.json, ctx })).catch(
        (error: unknown) => {
          // If the network answered, nothing is published; a call without an answer proves nothing.
          if (error instanceof ApiError && error.code !== 'network_failed') note.sent = null;
          throw error;
        },
      ),
    ({ id: at, url }) => url ?? at,
  );
  const { sent } = note;
  if (published) await notePublished(note, published);
  else await note.save();
  const looked = sent ?? { ...part, prepared: prepared.json, sentAt: new Date().toISOString() };
  if (!signal?.aborted) await lookFor(trial, looked, { what });
  return note.sent === null && published !== undefined;
}

async function notePublished(note: TrialNote, published: Published): Promise<void> {
  note.posts.push(published);
  note.sent = null;
  await note.save();
}

const VERDICTS: Readonly<Record<VerifyResult['status'], string>> = {
  found: 'found',
  absent: 'not there',
  repeatable: 'not seen, but sending it again would make no second one',
  unknown: 'it cannot be said whether it is there',
};

/**
 * Looks for a part as after a lost answer. Of one whose answer was lost, the verdict counts. `waitedMs` since
 * the call are taken off the time that the network needs to show it.
 */
export async function lookFor(
  { provider, ask, step, note, signal }: Trial,
  part: SentPart,
  { what = '', waitedMs = 0 } = {},
): Promise<void> {
  const { prepared, sentAt, ...rest } = part;
  const verdict = await step(
    `find it again${what}, as after a lost answer`,
    async (): Promise<VerifyResult> => {
      await pause(Math.min(provider.settleMs, PATIENCE_MS) - waitedMs, signal);
      return ask((channel, ctx) =>
        provider.verify(
          requestOf(rest)(channel),
          { prepared, sentAt: new Date(sentAt), readAt: new Date(), ref: null },
          ctx,
        ),
      );
    },
    (found) => ('reason' in found ? `${VERDICTS[found.status]}: ${found.reason}` : VERDICTS[found.status]),
  );
  if (!note.sent || !verdict) return;
  // A post that was found by its text alone may be a person's own.
  if (verdict.status === 'found' && !verdict.byWords) await notePublished(note, verdict.published);
  else if (verdict.status === 'absent') {
    note.sent = null;
    await note.save();
  }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  // Stopped: the wait ends.
  sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);

async function publish(
  { provider, signal }: Trial,
  request: PublishRequest,
  { prepared, ctx }: { prepared: Json; ctx: ProviderContext },
): Promise<Published> {
  let result = await provider.publish(request, prepared, ctx);
  const end = performance.now() + PATIENCE_MS;
  while (result.status === 'processing') {
    if (!provider.poll || performance.now() > end || signal?.aborted) throw stillProcessing(provider);
    await pause(result.pollAfterMs, signal);
    const polled = await provider.poll(request, result.ref, ctx);
    if (polled.status === 'rejected') throw new ApiError('network_refused', { message: polled.reason });
    result = polled;
  }
  return result.published;
}

const stillProcessing = ({ name }: Provider): ApiError =>
  new ApiError('network_failed', sentence('network_still_processing', { network: name }));
