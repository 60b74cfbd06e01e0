/** What tests of providers share: a network prepared for a test, requests to publish, and ways to fail. */
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
} from './contract.ts';
import type { KeptUploads } from './context.ts';
import { unlessRejected } from './errors.ts';

/** One post as the network shows it. */
export interface SeenPost {
  readonly id: string;
  readonly text: string;
  readonly mediaCount: number;
  readonly parentId: string | null;
}

/**
 * Ways in which the next publish call can fail. The harness produces each in the network's own form (status
 * and message). `lost_answer`: the network accepts the post, but its answer never arrives; `lost_request`:
 * the network never sees the request.
 */
export type FailureMode =
  | 'connection_refused'
  | 'rate_limited'
  | 'token_expired'
  | 'rejected'
  | 'channel_gone'
  | 'server_error'
  | 'lost_answer'
  | 'lost_request'
  | 'garbage_answer';

/** How one call of several fails. */
export type StepFailure = Extract<
  FailureMode,
  'rejected' | 'rate_limited' | 'token_expired' | 'server_error' | 'lost_answer' | 'lost_request'
>;

/** A part that is three calls. */
export interface StepsHarness {
  /** What of a request makes it three calls. */
  request(): { settings?: Record<string, unknown>; media?: MediaFile[] };
  /** Makes the `n`th publish call from now on fail; 1 is the next one. */
  failAt(n: number, mode: StepFailure): void;
}

/** A network prepared for the contract test. */
export interface NetworkHarness {
  readonly channel: Channel;
  readonly context: ProviderContext;
  readonly settings?: Record<string, unknown>;
  /** Files without which the network takes no post; its comments and replies go without. */
  readonly media?: readonly MediaFile[];
  /** The same account, connected under another name of its server. */
  readonly elsewhere?: Channel;
  /** Its lists have no second page: what stands further down is left to a person. */
  readonly listsOnePage?: boolean;
  /** Moves the existing posts into the list of old posts, if the network has one. */
  archive?(): void;
  /** Further parts whose posts stand in a list of their own, by what they are called: "story". */
  readonly otherLists?: Readonly<
    Record<string, Pick<PublishRequest, 'settings'> & { readonly media: readonly MediaFile[] }>
  >;
  /** A stand-in that shows a post as soon as it has it: nothing has to be waited for. */
  readonly showsAtOnce?: boolean;
  /** Everything live on the network, oldest first. */
  published(): Promise<readonly SeenPost[]>;
  /** Makes the next publish call fail, and only that: `prepare` and `verify` still work. */
  fail(mode: FailureMode): Promise<void> | void;
  /** For a network that makes several calls for one part. */
  readonly steps?: StepsHarness;
  /** Ends the failure, so that reads work again. */
  recover(): Promise<void> | void;
  stop(): Promise<void>;
}

export const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** An image as `PublishRequest` carries it. */
export function pngFile(alt = 'a single pixel'): MediaFile {
  return {
    id: randomUUID(),
    kind: 'image',
    mime: 'image/png',
    size: PIXEL_PNG.length,
    width: 1,
    height: 1,
    alt,
    fileName: 'pixel.png',
    url: 'https://crier.example/uploads/pixel.png',
    signedUrl: async () => `https://crier.example/uploads/signed/${randomUUID()}/pixel.png`,
    blob: async () => new Blob([PIXEL_PNG]),
  };
}

/** A video by its type alone: stand-ins do not look inside. */
export const filmFile = (changes: Partial<MediaFile> = {}): MediaFile => ({
  ...pngFile('a short film'),
  kind: 'video',
  mime: 'video/mp4',
  fileName: 'film.mp4',
  ...changes,
});

/** Uploads that are kept for the next try, in memory. */
export function keepUploads(): KeptUploads {
  const kept = new Map<string, Json>();
  return {
    read: (name) => kept.get(name),
    keep: async (name, value) => void kept.set(name, JSON.parse(JSON.stringify(value)) as Json),
    forget: async (name) => void kept.delete(name),
  };
}

/** A request to publish one item, with fresh ids. */
export function buildRequest(
  harness: Pick<NetworkHarness, 'channel' | 'settings' | 'media'>,
  provider: Provider,
  overrides: Partial<PublishRequest> & { text?: string; media?: MediaFile[] } = {},
): PublishRequest {
  const {
    text = `Hello ${randomUUID()}`,
    media = overrides.parent ? [] : [...(harness.media ?? [])],
    ...rest
  } = overrides;
  return {
    channel: harness.channel,
    item: { id: randomUUID(), position: rest.parent ? 1 : 0, text, media },
    settings: { __type: provider.identifier, ...harness.settings },
    root: null,
    parent: null,
    idempotencyKey: randomUUID(),
    ...rest,
  };
}

/**
 * Prepares, publishes and, if the network is still processing, polls until the post is live.
 *
 * @throws what `publish` and `poll` throw; Rejected if `poll` returns it
 */
export const publishUntilLive = async (
  provider: Provider,
  request: PublishRequest,
  context: ProviderContext,
): Promise<Published> =>
  publishPrepared(provider, { request, prepared: await prepareStored(provider, request, context) }, context);

/** As `publishUntilLive`, of what was prepared before. */
export async function publishPrepared(
  provider: Provider,
  { request, prepared }: { readonly request: PublishRequest; readonly prepared: Json },
  context: ProviderContext,
): Promise<Published> {
  let result = await provider.publish(request, prepared, context);
  while (result.status === 'processing') {
    if (!provider.poll) throw new Error(`${provider.identifier} answered processing but has no poll`);
    await sleep(Math.min(result.pollAfterMs, 1000));
    result = unlessRejected(await provider.poll(request, result.ref, context));
  }
  return result.published;
}

/** The network as the activities call it: `prepare` alone keeps uploads. */
export function asInActivities(provider: Provider): Provider {
  const bare = ({ uploads: _, ...ctx }: ProviderContext): ProviderContext => ctx;
  const { publish, poll, verify } = provider;
  return {
    ...provider,
    publish: (request, prepared, ctx) => publish(request, prepared, bare(ctx)),
    ...(poll ? { poll: (request, ref, ctx) => poll(request, ref, bare(ctx)) } : {}),
    verify: (request, attempt, ctx) => verify(request, attempt, bare(ctx)),
  };
}

/** Prepares a request; the result goes through JSON, as the product stores it in a jsonb column. */
export async function prepareStored(
  provider: Provider,
  request: PublishRequest,
  context: ProviderContext,
): Promise<Json> {
  return JSON.parse(JSON.stringify(await provider.prepare(request, context))) as Json;
}

/** Failures that a network cannot have, each with the reason; their cases are skipped and name it. */
export type ImpossibleFailures = Partial<Record<FailureMode, string>>;
