/** Trying a channel against its real network: what reads and, on request, a post that is taken down again. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSettings } from '../../providers/_kit/check-settings.ts';
import type {
  Channel,
  Json,
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
import { askNetwork } from './ask-network.ts';
import { assertOwnChannel } from './own-channel.ts';

/** One step. `detail`: what the network answered or said, without secrets. */
export interface TriedStep {
  readonly step: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly ms: number;
}

export interface TriedChannel {
  readonly provider: string;
  readonly steps: readonly TriedStep[];
  /** Where a post still stands that could not be taken down. */
  readonly left: string | null;
}

/** With `text`, a post of these words and settings is published and taken down again. */
export interface TryOptions {
  readonly organizationId: string;
  readonly channelId: string;
  readonly text?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** How long a network may process the post. */
const PATIENCE_MS = 120_000;

type Ask = <T>(work: (channel: Channel, ctx: ProviderContext) => Promise<T>) => Promise<T>;
type Step = <T>(name: string, work: () => Promise<T>, words: (value: T) => string) => Promise<T | undefined>;

/**
 * Calls everything of the provider that only reads and, if asked to, publishes a post, looks for it as after
 * a lost answer, and takes it down. A step that fails does not keep the others from being tried.
 *
 * @throws ApiError `integration_not_found`, `foreign_resource`; `channel_disabled`; `invalid_request`
 * for settings that do not fit; with `text` also `publishing_frozen`, `cutover_pending`, `organization_moved`
 */
export async function tryChannel(context: Context, options: TryOptions): Promise<TriedChannel> {
  const { organizationId, channelId } = options;
  const row = await context.database.fork().findOne(Integration, { id: channelId });
  assertOwnChannel(organizationId, row, channelId);
  if (options.text !== undefined) await assertMayPublish(context, organizationId);
  const provider = context.providers.get(row.provider);
  if (!provider) {
    throw new ApiError('channel_disabled', { message: `This instance cannot publish to ${row.provider}` });
  }
  const steps: TriedStep[] = [];
  const step: Step = async (name, work, words) => {
    const began = performance.now();
    const done = (ok: boolean, detail: string): void =>
      void steps.push({ step: name, ok, detail, ms: Math.round(performance.now() - began) });
    try {
      const value = await work();
      done(true, words(value));
      return value;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      done(false, `${error.code}: ${error.message}`);
      return undefined;
    }
  };
  const ask: Ask = (work) => askNetwork(context, provider, channelId, work);
  const settings = settingsOf(provider, options);
  await tryReading(provider, { ask, step });
  const left = options.text
    ? await tryPublishing(provider, { ask, step }, { text: options.text, settings })
    : null;
  return { provider: provider.identifier, steps, left };
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
function settingsOf(provider: Provider, { text, settings }: TryOptions): Record<string, unknown> {
  if (text === undefined) return {};
  const checked = checkSettings(provider, settings, { fillType: true });
  if (checked.ok) return checked.settings;
  throw new ApiError('invalid_request', { issues: checked.issues });
}

async function tryReading(provider: Provider, { ask, step }: { ask: Ask; step: Step }): Promise<void> {
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
    const { required } = tool.inputSchema as { required?: readonly string[] };
    if (required?.length) continue;
    await step(
      `choices: ${name}`,
      () => ask((channel, ctx) => tool.run(channel, {}, ctx)),
      (found) => (Array.isArray(found) ? `${found.length} entries` : 'answered'),
    );
  }
}

/** Returns where the post still stands, if it could not be taken down. */
async function tryPublishing(
  provider: Provider,
  { ask, step }: { ask: Ask; step: Step },
  { text, settings }: { text: string; settings: Record<string, unknown> },
): Promise<string | null> {
  const id = randomUUID();
  const requestOf = (channel: Channel): PublishRequest => ({
    channel,
    item: { id, position: 0, text, media: [] },
    settings,
    root: null,
    parent: null,
    idempotencyKey: id,
  });
  const prepared = await step(
    'prepare',
    () => ask(async (channel, ctx) => ({ json: await provider.prepare(requestOf(channel), ctx) })),
    () => 'nothing is published yet',
  );
  if (!prepared) return null;
  const sentAt = new Date();
  const published = await step(
    'publish',
    () => ask((channel, ctx) => publish(provider, requestOf(channel), { prepared: prepared.json, ctx })),
    ({ id: at, url }) => url ?? at,
  );
  await step(
    'find it again, as after a lost answer',
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
  if (!published) return null;
  const where = published.url ?? published.id;
  const remove = provider.remove?.bind(provider);
  if (!remove) return where;
  const removed = await step(
    'take it down',
    () => ask(async (channel, ctx) => remove(channel, published, ctx).then(() => true)),
    () => 'done',
  );
  return removed ? null : where;
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
