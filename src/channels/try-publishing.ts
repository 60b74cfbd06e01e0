/** The part of a trial that publishes: a post of one or more parts, looked for and taken down again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Channel,
  Json,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  VerifyResult,
} from '../../providers/_kit/contract.ts';
import { linkChoice, mayHaveCard } from '../../providers/_kit/link-card.ts';
import { ApiError } from '../platform/errors.ts';
import { documentMaker } from '../platform/media/document-maker.ts';
import { assertFits, partOf, type TrialPost } from './trial-post.ts';
import { numbersIn, type Trial } from './trial.ts';
import type { SentPart, TrialNote } from './trial-note.ts';
import { sentence } from '../platform/sentences.ts';
import { inEnglish as inEnglishWords } from '../../providers/_kit/sentences/fill.ts';
import { wordsWithoutSecrets } from './without-secrets.ts';

/** How long a network may process the post. */
const PATIENCE_MS = 120_000;
/** How long files may be on their way to it. */
const UPLOAD_MS = 600_000;
/** A page and its picture are given less. */
const CARD_MS = 30_000;

/**
 * Publishes the parts until one fails or the trial is stopped, and takes down what was published. A post that
 * Crier would not take is not published.
 */
export async function tryPublishing(trial: Trial, post: TrialPost): Promise<string[]> {
  const { note, provider, signal, step } = trial;
  const parts = provider.followUps === 'none' ? post.texts.slice(0, 1) : post.texts;
  if (parts.length < post.texts.length) trial.leaveOut('part 2', `${provider.name} has no threads`);
  const whole = { ...post, texts: parts };
  const checked = await step(
    'check the post',
    async () => {
      assertFits(provider, whole);
      return true;
    },
    () => 'Crier would take it',
  );
  if (!checked) return [];
  for (const [position] of parts.entries()) {
    if (signal?.aborted) break;
    const what = position ? ` part ${position + 1}` : '';
    const before = { root: note.posts[0] ?? null, parent: note.posts.at(-1) ?? null };
    const part = await withCard(trial, { ...partOf(provider, whole, position), ...before }, what);
    if (!(await tryPart(trial, part, what))) break;
  }
  return takeAway(trial);
}

/** As published posts: the card of their link is left out where it cannot be made. */
async function withCard(trial: Trial, part: Part, what: string): Promise<Part> {
  const { provider, makeCard, step } = trial;
  const { item, settings, settingsMedia } = part;
  const choice = linkChoice(settings, item.position);
  const url = choice?.url || item.link?.url;
  if (!choice || !url || !mayHaveCard(provider, part)) return part;
  const chosen = item.position ? undefined : settingsMedia?.['link.image'];
  const signal = AbortSignal.timeout(CARD_MS);
  const made = await step(
    `card of the link${what}`,
    () => makeCard({ choice, url, page: url, chosen, signal }),
    ({ card }) => `"${card.title}", ${card.picture ? 'with a picture' : 'without a picture'}`,
  );
  return made ? { ...part, item: { ...item, linkCard: made.card } } : part;
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
    () =>
      ask(
        async (channel, ctx) => ({
          json: await provider.prepare(request(channel), asWorker(trial, { channel, ctx }, what)),
        }),
        AbortSignal.any([AbortSignal.timeout(UPLOAD_MS), ...(signal ? [signal] : [])]),
      ),
    () => 'nothing is published yet',
  );
  if (!prepared || signal?.aborted) return false;
  note.sent = { ...part, prepared: prepared.json, sentAt: new Date().toISOString() };
  await note.save();
  const published = await step(
    `publish${what}`,
    () =>
      ask(
        (channel, ctx) =>
          publish(trial, request(channel), {
            prepared: prepared.json,
            ctx: asWorker(trial, { channel, ctx }, what),
          }),
        AbortSignal.timeout(provider.publishTimeoutMs + PATIENCE_MS),
      ).catch((error: unknown) => {
        // If the network answered, nothing is published; a call without an answer proves nothing.
        if (error instanceof ApiError && error.code !== 'network_failed') note.sent = null;
        throw error;
      }),
    ({ id: at, url }) => url ?? at,
  );
  const { sent } = note;
  if (published) await notePublished(note, published);
  else await note.save();
  const looked = sent ?? { ...part, prepared: prepared.json, sentAt: new Date().toISOString() };
  if (!signal?.aborted) await lookFor(trial, looked, { what });
  if (published && !signal?.aborted) await readNumbers(trial, published, what);
  return note.sent === null && published !== undefined;
}

/**
 * What a provider has while a post is published: pictures may become a document, and subtitles that the
 * network does not take are a step that failed.
 */
const asWorker = (
  { options, provider, step }: Trial,
  { channel, ctx }: { readonly channel: Channel; readonly ctx: ProviderContext },
  what: string,
): ProviderContext => ({
  ...ctx,
  withDocument: documentMaker(options.organizationId, ctx.signal),
  noteLoss: async (loss, why) => {
    const inEnglish = inEnglishWords(wordsWithoutSecrets(provider, channel, why));
    const refuse = () => Promise.reject(new ApiError('network_refused', { inEnglish }));
    await step(`${loss}${what}`, refuse, String);
  },
});

async function readNumbers({ provider, ask, step }: Trial, post: Published, what: string): Promise<void> {
  const read = provider.postAnalytics?.bind(provider);
  if (!read) return;
  await step(`its numbers${what}`, () => ask((channel, ctx) => read(channel, post, ctx)), numbersIn);
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
    if (polled.status === 'rejected') {
      const words = { network: provider.name, words: polled.reason };
      throw new ApiError('network_refused', sentence('words_of_network', words));
    }
    result = polled;
  }
  return result.published;
}

const stillProcessing = ({ name }: Provider): ApiError =>
  new ApiError('network_failed', sentence('network_still_processing', { network: name }));
