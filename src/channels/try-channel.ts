/** Trying a channel against its real network: what reads and, on request, a post that is taken down again. */
import type { InferEntity } from '@mikro-orm/core';
import type { MediaFile, Provider } from '../../providers/_kit/contract.ts';
import type { Context } from '../platform/context.ts';
import { Integration } from '../platform/entities/integration.ts';
import { assertPublishedHere } from '../platform/assert-published-here.ts';
import { counted } from '../platform/counted.ts';
import { ApiError } from '../platform/errors.ts';
import { readFreeze } from '../platform/freeze.ts';
import { VERSION } from '../platform/version.ts';
import { makeLinkCard } from '../link-cards/make-card.ts';
import { cleanHtml } from '../platform/clean-html.ts';
import { askNetwork, askUntil } from './ask-network.ts';
import { assertOwnChannel } from './own-channel.ts';
import { assertInputFits } from './tool-input.ts';
import {
  leaveOutOf,
  numbersIn,
  stepsInto,
  type Ask,
  type Trial,
  type TriedStep,
  type TryOptions,
} from './trial.ts';
import { settingsOf, triedIn, withUploads } from './trial-post.ts';
import { TrialNote } from './trial-note.ts';
import { lookFor, takeAway, tryPublishing } from './try-publishing.ts';
import { sentence } from '../platform/sentences.ts';

/** What a trial reports; `markdownOf` prints it for an issue. */
export interface TriedChannel {
  readonly provider: string;
  readonly channel: { readonly id: string; readonly name: string };
  /** The version of Crier. */
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  /** What the post had; empty where none was published. */
  readonly tried: readonly string[];
  readonly steps: readonly TriedStep[];
  /** Where posts still stand that could not be taken down, of a trial before that was cut off too. */
  readonly left: readonly string[];
}

/**
 * Calls everything of the provider that only reads and, if asked to, publishes a post, looks for it as after
 * a lost answer, and takes it down. A step that fails does not keep the others from being tried.
 *
 * @throws ApiError `integration_not_found`, `foreign_resource`; `channel_disabled`; `invalid_request`
 * for settings that do not fit, an input that its tool does not take or that has no tool, or while another
 * trial of the channel runs; with `texts` also `publishing_frozen`, `cutover_pending`, `organization_moved`
 */
export async function tryChannel(context: Context, options: TryOptions): Promise<TriedChannel> {
  const { organizationId, channelId } = options;
  const row = await context.database.fork().findOne(Integration, { id: channelId });
  assertOwnChannel(organizationId, row, channelId);
  if (options.texts !== undefined) await assertMayPublish(context, organizationId);
  const provider = context.providers.get(row.provider);
  if (!provider) {
    throw new ApiError(
      'channel_disabled',
      sentence('network_not_on_this_instance', { network: row.provider }),
    );
  }
  assertTools(provider, options);
  const { settings, toStore } = await settingsOf(provider, options);
  const trial = { options, row, provider, settings, toStore };
  return TrialNote.alone(context.database, channelId, (note) => carryOut(context, trial, note));
}

interface Wanted extends Awaited<ReturnType<typeof settingsOf>> {
  readonly options: TryOptions;
  readonly row: InferEntity<typeof Integration>;
  readonly provider: Provider;
}

async function carryOut(context: Context, wanted: Wanted, note: TrialNote): Promise<TriedChannel> {
  const { options, row, provider, settings, toStore } = wanted;
  const { organizationId, channelId, signal } = options;
  const steps: TriedStep[] = [];
  const ask: Ask = (work, signal) =>
    signal
      ? askUntil(context, { provider, channelId, signal }, work)
      : askNetwork(context, provider, channelId, work);
  const trial: Trial = {
    provider,
    options,
    signal,
    note,
    ask,
    makeCard: (wanted) => makeLinkCard(context, { ...wanted, organizationId }),
    step: stepsInto(steps),
    leaveOut: leaveOutOf(steps),
  };
  const left: string[] = [];
  const tried: string[] = [];
  // Its credentials are known not to work, or are missing: the network's message about them helps nobody.
  if (row.refreshNeeded) steps.push({ step: 'channel', ok: false, detail: RECONNECT, ms: 0 });
  else {
    left.push(...(await takeAwayEarlier(context, trial)));
    await tryReading(trial);
    if (options.texts && !signal?.aborted) {
      const texts = await Promise.all(options.texts.map((text) => cleanHtml(text, 'text')));
      const publish = async ({ media, settingsMedia }: Files): Promise<string[]> => {
        const named = withUploads(settings, settingsMedia);
        const post = { channel: row, texts, settings: named, media, settingsMedia };
        tried.push(...triedIn(provider, options, post));
        return tryPublishing(trial, post);
      };
      left.push(...(await withFiles(context, trial, { toStore, run: publish })));
    }
    if (signal?.aborted) steps.push({ step: 'the rest', ok: false, detail: STOPPED, ms: 0 });
  }
  const channel = { id: row.id, name: row.name };
  return {
    provider: row.provider,
    channel,
    version: VERSION,
    at: new Date().toISOString(),
    tried,
    steps,
    left,
  };
}

const STOPPED = 'Stopped before it was done; what it had published and stored was taken away first';

/** What a trial that was cut off has left: its files, its posts, and the one that was on its way. */
async function takeAwayEarlier(context: Context, trial: Trial): Promise<string[]> {
  const { note, step, options } = trial;
  if (note.isEmpty()) return [];
  const removed = await step(
    'what the last trial left',
    async () => {
      await assertMayPublish(context, options.organizationId);
      return removeFiles(context, options.organizationId, note);
    },
    (files) =>
      `it was cut off (it began on ${note.at}): ${counted(files, 'file')} in the library, ${counted(note.posts.length, 'post')} at ${trial.provider.name}`,
  );
  if (removed === undefined) return note.posts.map(({ id, url }) => url ?? id);
  if (note.sent) {
    await lookFor(trial, note.sent, { waitedMs: Date.now() - Date.parse(note.sent.sentAt) });
  }
  const left = await takeAway(trial);
  // Reported once; from here on, the note is that of this trial.
  note.sent = null;
  await note.save();
  return left;
}

async function removeFiles({ storage }: Context, organizationId: string, note: TrialNote): Promise<number> {
  const files = note.files.length;
  for (const id of note.files) await storage.remove(organizationId, id);
  note.files = [];
  await note.save();
  return files;
}

interface Files {
  readonly media: readonly MediaFile[];
  readonly settingsMedia: Readonly<Record<string, MediaFile>>;
}

/** Runs with the files of the trial in the library, and takes them out of it in any case. */
async function withFiles(
  context: Context,
  { note, options }: Trial,
  { toStore, run }: { toStore: NonNullable<TryOptions['uploads']>; run(files: Files): Promise<string[]> },
): Promise<string[]> {
  const keep = async (store: () => Promise<MediaFile>): Promise<MediaFile> => {
    const file = await store();
    note.files.push(file.id);
    await note.save();
    return file;
  };
  const media: MediaFile[] = [];
  const settingsMedia: Record<string, MediaFile> = {};
  try {
    for (const store of options.files ?? []) media.push(await keep(store));
    for (const [name, { store }] of Object.entries(toStore)) settingsMedia[name] = await keep(store);
    return await run({ media, settingsMedia });
  } finally {
    await removeFiles(context, options.organizationId, note);
  }
}

const RECONNECT = 'It has to be connected again, in the app under Channels, before its network can be tried';

/** @throws ApiError `invalid_request` for a tool that is not there, or what it does not take */
function assertTools({ name, tools = {} }: Provider, { inputs = {} }: TryOptions): void {
  for (const [one, input] of Object.entries(inputs)) {
    const tool = Object.hasOwn(tools, one) ? tools[one] : undefined;
    if (!tool) {
      const known = Object.keys(tools).join(', ') || 'none';
      throw new ApiError('invalid_request', { inEnglish: `${name} has no tool "${one}"; it has ${known}` });
    }
    assertInputFits(tool, input, one);
  }
}

/** Nothing leaves an instance that is frozen, or that another one publishes for, on any way. */
async function assertMayPublish({ database }: Context, organizationId: string): Promise<void> {
  await assertPublishedHere(database, organizationId);
  const freeze = await readFreeze(database, { organizationId });
  if (!freeze) return;
  throw new ApiError('publishing_frozen', {
    inEnglish: `Publishing is frozen (${freeze.reason}): resume it first, or try the channel without publishing`,
  });
}

async function tryReading({ provider, options, signal, ask, step, leaveOut }: Trial): Promise<void> {
  const { recent, analytics, tools = {} } = provider;
  if (recent) {
    await step(
      'recent posts',
      () => ask(recent.bind(provider)),
      (posts) => counted(posts.length, 'post'),
    );
  }
  if (analytics && !signal?.aborted) {
    await step('numbers', () => ask(analytics.bind(provider)), numbersIn);
  }
  for (const [name, tool] of Object.entries(tools)) {
    if (signal?.aborted) return;
    const { required = [] } = tool.inputSchema as { required?: readonly string[] };
    const input = options.inputs?.[name];
    if (!input && required.length) {
      leaveOut(`choices: ${name}`, `needs --input '${name}={"${required.join('": …, "')}": …}'`);
      continue;
    }
    await step(
      `choices: ${name}`,
      () => ask((channel, ctx) => tool.run(channel, input ?? {}, ctx)),
      (found) => (Array.isArray(found) ? `${found.length} entries` : 'answered'),
    );
  }
}
