/** Trying a channel against its real network: what reads and, on request, a post that is taken down again. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSettings } from '../../providers/_kit/check-settings.ts';
import type {
  Channel,
  Json,
  MediaFile,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
} from '../../providers/_kit/contract.ts';
import type { Context } from '../context.ts';
import { Integration } from '../entities/integration.ts';
import { assertPublishedHere } from '../platform/assert-published-here.ts';
import { ApiError } from '../platform/errors.ts';
import { readFreeze } from '../platform/freeze.ts';
import { VERSION } from '../platform/version.ts';
import { askNetwork } from './ask-network.ts';
import { assertOwnChannel } from './own-channel.ts';

/** One step. `detail`: what the network answered or said, without secrets. */
export interface TriedStep {
  readonly step: string;
  /** Null: it was left out, and `detail` says what it needs. */
  readonly ok: boolean | null;
  readonly detail: string;
  readonly ms: number;
}

/** What can be pasted into an issue. */
export interface TriedChannel {
  readonly provider: string;
  readonly channel: { readonly id: string; readonly name: string };
  /** Of Crier. */
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  readonly steps: readonly TriedStep[];
  /** Where posts still stand that could not be taken down. */
  readonly left: readonly string[];
}

/** With `texts`, a post of these parts, with these settings and files, is published and taken down again. */
export interface TryOptions {
  readonly organizationId: string;
  readonly channelId: string;
  readonly texts?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Uploads of the first part. */
  readonly media?: readonly MediaFile[];
  /** What tools that need it are given, by their names. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** How long a network may process the post. */
const PATIENCE_MS = 120_000;

type Ask = <T>(work: (channel: Channel, ctx: ProviderContext) => Promise<T>) => Promise<T>;
type Step = <T>(name: string, work: () => Promise<T>, words: (value: T) => string) => Promise<T | undefined>;

interface Trial {
  readonly provider: Provider;
  readonly options: TryOptions;
  readonly ask: Ask;
  readonly step: Step;
  leaveOut(step: string, needs: string): void;
}

/**
 * Calls everything of the provider that only reads and, if asked to, publishes a post, looks for it as after
 * a lost answer, and takes it down. A step that fails does not keep the others from being tried.
 *
 * @throws ApiError `integration_not_found`, `foreign_resource`; `channel_disabled`; `invalid_request`
 * for settings that do not fit, or an input of a tool that the network does not have; with `texts` also
 * `publishing_frozen`, `cutover_pending`, `organization_moved`
 */
export async function tryChannel(context: Context, options: TryOptions): Promise<TriedChannel> {
  const { organizationId, channelId } = options;
  const row = await context.database.fork().findOne(Integration, { id: channelId });
  assertOwnChannel(organizationId, row, channelId);
  if (options.texts !== undefined) await assertMayPublish(context, organizationId);
  const provider = context.providers.get(row.provider);
  if (!provider) {
    throw new ApiError('channel_disabled', { message: `This instance cannot publish to ${row.provider}` });
  }
  assertTools(provider, options);
  const settings = settingsOf(provider, options);
  const steps: TriedStep[] = [];
  const ask: Ask = (work) => askNetwork(context, provider, channelId, work);
  const trial: Trial = { provider, options, ask, step: stepsInto(steps), leaveOut: leaveOutOf(steps) };
  let left: readonly string[] = [];
  // Its credentials are known not to work, or are none: what the network says of them helps nobody.
  if (row.refreshNeeded) steps.push({ step: 'channel', ok: false, detail: RECONNECT, ms: 0 });
  else {
    await tryReading(trial);
    if (options.texts) left = await tryPublishing(trial, { texts: options.texts, settings });
  }
  const channel = { id: row.id, name: row.name };
  return { provider: row.provider, channel, version: VERSION, at: new Date().toISOString(), steps, left };
}

const RECONNECT = 'It has to be connected again, in the app under Channels, before its network can be tried';

function stepsInto(steps: TriedStep[]): Step {
  return async (name, work, words) => {
    const began = performance.now();
    const done = (ok: boolean, detail: string): void =>
      void steps.push({ step: name, ok, detail, ms: Math.round(performance.now() - began) });
    try {
      const value = await work();
      done(true, words(value));
      return value;
    } catch (error) {
      done(false, error instanceof ApiError ? `${error.code}: ${error.message}` : faultOf(error));
      return undefined;
    }
  };
}

/** Not the network's answer, but a mistake of this code, which its author has to see. */
const faultOf = (error: unknown): string =>
  `an error of Crier, please report it: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;

const leaveOutOf =
  (steps: TriedStep[]): Trial['leaveOut'] =>
  (step, detail) =>
    void steps.push({ step, ok: null, detail, ms: 0 });

/** @throws ApiError `invalid_request` */
function assertTools({ name, tools = {} }: Provider, { inputs = {} }: TryOptions): void {
  const unknown = Object.keys(inputs).find((one) => !Object.hasOwn(tools, one));
  if (unknown === undefined) return;
  const known = Object.keys(tools).join(', ') || 'none';
  throw new ApiError('invalid_request', { message: `${name} has no tool "${unknown}"; it has ${known}` });
}

/** Nothing leaves an instance that is frozen, or that another one publishes for, on any way. */
async function assertMayPublish({ database }: Context, organizationId: string): Promise<void> {
  await assertPublishedHere(database, organizationId);
  const freeze = await readFreeze(database, { organizationId });
  if (!freeze) return;
  throw new ApiError('publishing_frozen', {
    message: `Publishing is frozen (${freeze.reason}): resume it first, or try the channel without publishing`,
  });
}

/** @throws ApiError `invalid_request` naming each setting that is missing or wrong */
function settingsOf(provider: Provider, { texts, settings }: TryOptions): Record<string, unknown> {
  if (texts === undefined) return {};
  const checked = checkSettings(provider, settings, { fillType: true });
  if (checked.ok) return checked.settings;
  throw new ApiError('invalid_request', { issues: checked.issues });
}

async function tryReading({ provider, options, ask, step, leaveOut }: Trial): Promise<void> {
  const { recent, analytics, tools = {} } = provider;
  if (recent) {
    await step(
      'recent posts',
      () => ask(recent.bind(provider)),
      (posts) => `${posts.length} posts`,
    );
  }
  if (analytics) {
    const words = (metrics: readonly { label: string; total: number }[]): string =>
      metrics.map(({ label, total }) => `${label} ${total}`).join(', ') || 'none';
    await step('numbers', () => ask(analytics.bind(provider)), words);
  }
  for (const [name, tool] of Object.entries(tools)) {
    const { required = [] } = tool.inputSchema as { required?: readonly string[] };
    const input = options.inputs?.[name] ?? {};
    const missing = required.filter((field) => !Object.hasOwn(input, field));
    if (missing.length) {
      leaveOut(`choices: ${name}`, `needs --input '${name}={"${missing.join('": …, "')}": …}'`);
      continue;
    }
    await step(
      `choices: ${name}`,
      () => ask((channel, ctx) => tool.run(channel, input, ctx)),
      (found) => (Array.isArray(found) ? `${found.length} entries` : 'answered'),
    );
  }
}

/** Returns where parts still stand that could not be taken down. */
async function tryPublishing(
  trial: Trial,
  { texts, settings }: { texts: readonly string[]; settings: Record<string, unknown> },
): Promise<string[]> {
  const out: Published[] = [];
  for (const [position, text] of texts.entries()) {
    if (position > 0 && trial.provider.followUps === 'none') {
      trial.leaveOut(`part ${position + 1}`, `${trial.provider.name} has no threads`);
      break;
    }
    const item = { id: randomUUID(), position, text, media: position ? [] : (trial.options.media ?? []) };
    const request = (channel: Channel): PublishRequest => ({
      channel,
      item,
      settings,
      root: out[0] ?? null,
      parent: out.at(-1) ?? null,
      idempotencyKey: item.id,
    });
    const published = await tryPart(trial, request, position ? ` part ${position + 1}` : '');
    if (!published) break;
    out.push(published);
  }
  return takeDown(trial, out);
}

async function tryPart(
  { provider, ask, step }: Trial,
  requestOf: (channel: Channel) => PublishRequest,
  what: string,
): Promise<Published | undefined> {
  const prepared = await step(
    `prepare${what}`,
    () => ask(async (channel, ctx) => ({ json: await provider.prepare(requestOf(channel), ctx) })),
    () => 'nothing is published yet',
  );
  if (!prepared) return undefined;
  const sentAt = new Date();
  const published = await step(
    `publish${what}`,
    () => ask((channel, ctx) => publish(provider, requestOf(channel), { prepared: prepared.json, ctx })),
    ({ id: at, url }) => url ?? at,
  );
  await step(
    `find it again${what}, as after a lost answer`,
    async () => {
      await sleep(Math.min(provider.settleMs, PATIENCE_MS));
      return ask((channel, ctx) =>
        provider.verify(
          requestOf(channel),
          { prepared: prepared.json, sentAt, readAt: new Date(), ref: null },
          ctx,
        ),
      );
    },
    (verdict) => ('reason' in verdict ? `${verdict.status}: ${verdict.reason}` : verdict.status),
  );
  return published;
}

/** The last part first: networks do not remove what is answered everywhere. */
async function takeDown({ provider, ask, step }: Trial, out: readonly Published[]): Promise<string[]> {
  const left: string[] = [];
  const remove = provider.remove?.bind(provider);
  for (const published of out.toReversed()) {
    const removed = remove
      ? await step(
          'take it down',
          () => ask(async (channel, ctx) => remove(channel, published, ctx).then(() => true)),
          () => 'done',
        )
      : false;
    if (!removed) left.push(published.url ?? published.id);
  }
  return left;
}

async function publish(
  provider: Provider,
  request: PublishRequest,
  { prepared, ctx }: { prepared: Json; ctx: ProviderContext },
): Promise<Published> {
  let result = await provider.publish(request, prepared, ctx);
  const end = performance.now() + PATIENCE_MS;
  while (result.status === 'processing') {
    if (!provider.poll || performance.now() > end) {
      throw new ApiError('network_failed', { message: `${provider.name} is still processing the post` });
    }
    await sleep(result.pollAfterMs);
    const polled = await provider.poll(request, result.ref, ctx);
    if (polled.status === 'rejected') throw new ApiError('network_failed', { message: polled.reason });
    result = polled;
  }
  return result.published;
}
