/**
 * The provider contract: everything Crier knows about a social network, and everything a network's folder
 * must declare.
 *
 * Publishing is split by what may repeat:
 *   prepare  may run any number of times; uploads media, builds (and signs) the final request; nothing
 *   visible appears
 *   publish  is called once per attempt, after the ledger says `sent`; exactly one irreversible request
 *   verify   may run any number of times; only reads; tells whether an unknown publish took effect
 *   remove   may run any number of times; the post is gone afterwards
 */
import type { Egress } from './egress.ts';
import type { ProviderOAuth } from './oauth.ts';

/** A value that survives a round trip through a jsonb column. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON Schema (draft 2020-12) as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What protects the final call against a second post:
 *   native_key  the network honours an idempotency key that we send
 *   client_id   we choose the post's id, so a repeat is the same post
 *   lookup      no protection, but a post can be found again by reading
 *   none        no protection and no way to look; an unknown outcome needs a person
 */
export type Capability = 'native_key' | 'client_id' | 'lookup' | 'none';

/**
 * How the text of an item reaches the network. The stored content is sanitised HTML; it is converted before
 * the provider sees it.
 */
export type TextFormat = 'plain' | 'html' | 'markdown';

/**
 * One media file, ready to be read. `width`, `height` in pixels, `durationMs` in milliseconds, `size` in
 * bytes.
 */
export interface MediaFile {
  readonly id: string;
  readonly kind: 'image' | 'video';
  readonly mime: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** Alternative text for people who do not see the picture; empty when none was given. */
  readonly alt: string;
  /** File name with the extension of its real type. */
  readonly fileName: string;
  /** Public address, for networks that link to or pull media. */
  readonly url: string;
  /** The whole file. Rejects with `Rejected` code `media_missing` when it is gone. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * A connected account. `credentials` were decrypted for this call and must not be logged, stored or thrown.
 */
export interface Channel<C = Record<string, string>> {
  readonly id: string;
  /** The account's id at the network. */
  readonly internalId: string;
  readonly name: string;
  readonly profile: string | null;
  readonly credentials: C;
  /** Public facts recorded at connect time (address of the instance, its limits). */
  readonly details: Record<string, Json>;
}

/**
 * How a published item is referred to later: `id` and `url` are shown to people; `ref` is the provider's own
 * memory for replies, polls and removal.
 */
export interface Published {
  readonly id: string;
  readonly url: string | null;
  readonly ref: Json;
}

/** One thread part of one post to one channel. */
export interface PublishRequest<C = Record<string, string>, S = Record<string, unknown>> {
  readonly channel: Channel<C>;
  readonly item: {
    readonly id: string;
    /** 0 for the post itself; 1, 2, … for the parts of the thread. */
    readonly position: number;
    /** Text in the provider's `rules.format`. */
    readonly text: string;
    readonly media: readonly MediaFile[];
  };
  /** Validated against `settingsSchema`. */
  readonly settings: S;
  /** The uploads that the settings of `Provider.settingsMedia` name, by the name of the setting. */
  readonly settingsMedia?: Readonly<Record<string, MediaFile>>;
  /** The first part of the thread and the part before this one, when `position > 0`. */
  readonly root: Published | null;
  readonly parent: Published | null;
  /**
   * Stable over every attempt of this (post, item, revision); a UUID. Derived from what is sent, never from
   * the attempt.
   */
  readonly idempotencyKey: string;
}

/**
 * The outcome of `publish` and `poll`: live, or accepted and still being processed by the network (`ref` is
 * what `poll` needs).
 */
export type PublishResult =
  | { readonly status: 'published'; readonly published: Published }
  | { readonly status: 'processing'; readonly ref: Json; readonly pollAfterMs: number };

/**
 * What a look at the network says about an unknown outcome:
 *   found       it is live
 *   absent      it is provably not there, and cannot appear later
 *   repeatable  not known, but sending the identical request again cannot make a second post
 *   unknown     not known; `reason` is shown to a person
 */
export type VerifyResult =
  | { readonly status: 'found'; readonly published: Published }
  | { readonly status: 'absent'; readonly evidence: string }
  | { readonly status: 'repeatable'; readonly evidence: string }
  | { readonly status: 'unknown'; readonly reason: string };

/** What is known about the publish call whose outcome is unknown. */
export interface SentAttempt {
  /** What `prepare` returned for it. */
  readonly prepared: Json;
  /** When the ledger was marked `sent`, by the database's clock. */
  readonly sentAt: Date;
  /** Present when the network had accepted the post for processing. */
  readonly ref: Json;
}

/** What `connect` learned about the account. `credentials` are encrypted before they are stored. */
export interface ConnectedAccount {
  readonly internalId: string;
  readonly name: string;
  readonly picture: string | null;
  readonly profile: string | null;
  readonly credentials: Record<string, string>;
  readonly details: Record<string, Json>;
  readonly expiresAt: Date | null;
}

/**
 * A field that a person fills in to connect a channel. Secret fields are asked for without echo and never
 * accepted as arguments.
 */
export interface ConnectField {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly default?: string;
  readonly help: string;
  /** The environment variable that the command line reads it from. */
  readonly env: string;
}

/**
 * A problem with content or settings; `path` is relative to the post (`value.0.content`, `settings.title`).
 */
export interface ContentIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Bounds of a picture or a video. Sides in pixels, `aspect` = width ÷ height, durations in milliseconds. What
 * a file does not tell is not checked.
 */
export interface MediaBounds {
  readonly minWidth?: number;
  readonly maxWidth?: number;
  readonly minHeight?: number;
  readonly maxHeight?: number;
  readonly minAspect?: number;
  readonly maxAspect?: number;
  readonly minDurationMs?: number;
  readonly maxDurationMs?: number;
}

/** The media that one item may carry. Sizes in bytes. */
export interface MediaRules {
  /** Files that an item must have; default 0. */
  readonly minFiles?: number;
  /** Pictures and videos together; default: what `maxImages` and `maxVideos` allow. */
  readonly maxFiles?: number;
  readonly maxImages: number;
  readonly maxVideos: number;
  /** Whether one item may carry images and videos together. */
  readonly mixed: boolean;
  readonly imageTypes: readonly string[];
  readonly videoTypes: readonly string[];
  readonly maxImageBytes: number;
  readonly maxVideoBytes: number;
  readonly image?: MediaBounds;
  readonly video?: MediaBounds;
}

/**
 * What the limits of an item may depend on, beside its channel: the post's settings, and the item's place in
 * the thread.
 */
export interface ItemPlace {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly position: number;
}

/** Limits that can be checked before anything is sent. */
export interface ContentRules {
  readonly format: TextFormat;
  /**
   * Where the format depends on the settings (an article instead of a post) or on the place (the replies
   * under it); default place: the post itself.
   */
  formatFor?(settings: Readonly<Record<string, unknown>>, position?: number): TextFormat;
  /** Maximum of `length(text)` for this channel; without `place`, of a post with nothing special. */
  maxLength(channel: Pick<Channel, 'details'>, place?: ItemPlace): number;
  /** Length of a text, counted as the network counts it. */
  length(text: string): number;
  /** What `length` counts; default: characters. */
  readonly unit?: 'bytes';
  readonly media: MediaRules;
  /**
   * Where the media depend on the settings (a story instead of a post) or on the place (a comment takes
   * none).
   */
  mediaFor?(channel: Pick<Channel, 'details'>, place: ItemPlace): MediaRules;
  /** Rules in words, shown by the API and the web app. */
  readonly words: string;
}

/**
 * An environment variable that a provider reads. Its value reaches the provider through
 * `ProviderContext.env`.
 */
export interface EnvVariable {
  readonly name: string;
  readonly required: boolean;
  readonly help: string;
}

/** What a provider may use. There is no other way out of the process. */
export interface ProviderContext {
  readonly egress: Egress;
  /** Values of the variables that the provider declares in `env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the worker shuts down or the activity times out. */
  readonly signal: AbortSignal;
  now(): Date;
}

/**
 * A number that a network shows of an account or of a post, as it is now: `label` is the network's own word
 * ("Followers", "Members", "Reactions").
 */
export interface Metric {
  readonly label: string;
  readonly total: number;
}

/**
 * A read that a person needs while writing a post (which channels there are, which categories). Repeatable,
 * reads only. `input` was checked against `inputSchema`; throws the typed errors of `errors.ts`.
 */
export interface ProviderTool {
  readonly description: string;
  readonly inputSchema: JsonSchema;
  run(channel: Channel, input: Readonly<Record<string, unknown>>, ctx: ProviderContext): Promise<Json>;
}

/**
 * What is known of a social network without talking to it: enough to check a post, and to tell clients what
 * it takes.
 */
export interface Network {
  readonly identifier: string;
  readonly name: string;
  /**
   * Other spellings of the identifier that clients send as `__type`; they are stored and answered as
   * `identifier`.
   */
  readonly aliases?: readonly string[];
  /** Of `settings`, with `__type`. Unknown fields are kept: clients send what other networks need. */
  readonly settingsSchema: JsonSchema;
  /**
   * Settings that name an upload `{id, path, alt?}`, an image within `rules`. Checked at create; `prepare`
   * gets them as files.
   */
  readonly settingsMedia?: readonly string[];
  /** What such an upload may be, by the name of the setting, where `rules` do not fit it. */
  readonly settingsMediaRules?: Readonly<Record<string, Partial<MediaRules>>>;
  readonly rules: ContentRules;
  /** What `value[1..]` becomes at the network; `none` = not supported, refused at create. */
  readonly followUps: 'reply' | 'comment' | 'none';
  /**
   * Content problems beyond `rules`. Called for each item; what concerns the settings alone is said for
   * position 0.
   */
  validate?(
    request: Pick<PublishRequest, 'item' | 'settings'> & { channel: Pick<Channel, 'details'> },
  ): ContentIssue[];
}

/** A network that posts are published to. */
export interface Provider extends Network {
  readonly connection:
    | { readonly kind: 'credentials'; readonly fields: readonly ConnectField[] }
    /** In a browser only: there is `oauth`, and `connect` is refused. */
    | { readonly kind: 'oauth' }
    | { readonly kind: 'none' };
  /** Connecting in a browser; beside it, `connection` may take credentials for the command line. */
  readonly oauth?: ProviderOAuth;
  readonly env: readonly EnvVariable[];
  readonly capability: Capability;
  /**
   * What one account can rely on, where accounts differ (the server behind it is older, the person gave fewer
   * rights); else `capability`.
   */
  capabilityOf?(channel: Pick<Channel, 'details'>): Capability;
  /**
   * An upper bound for one `publish` call, in milliseconds; the call is cut off there and its outcome is
   * unknown.
   */
  readonly publishTimeoutMs: number;
  /**
   * How long after `sentAt` a post that took effect is certainly visible to `verify`; before that, `absent`
   * and `repeatable` are not acted on.
   */
  readonly settleMs: number;

  /** Checks credentials at the network. Throws `Rejected` in words for a person when they are refused. */
  connect(fields: Readonly<Record<string, string>>, ctx: ProviderContext): Promise<ConnectedAccount>;
  /**
   * Renews credentials; throws `ChannelGone` when a person must connect again. Absent when credentials do not
   * expire.
   */
  refresh?(
    channel: Channel,
    ctx: ProviderContext,
  ): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>>;
  /**
   * Whether `prepare` of an item without media is a pure function of the request: no call, no clock, no
   * chance. Such a part is marked `sent` by the statement that claims it, and `verify` gets the result of
   * preparing once more.
   */
  readonly preparesAlone?: boolean;
  /**
   * Repeatable. The result is stored with the `sent` mark, so `verify` and a repeat see the identical
   * request. It must hold no credentials.
   */
  prepare(request: PublishRequest, ctx: ProviderContext): Promise<Json>;
  /** Once. Throws the typed errors of `errors.ts`; anything else counts as an unknown outcome. */
  publish(request: PublishRequest, prepared: Json, ctx: ProviderContext): Promise<PublishResult>;
  /** Repeatable. Only for networks that process after accepting. */
  poll?(request: PublishRequest, ref: Json, ctx: ProviderContext): Promise<PublishResult>;
  /** Repeatable, reads only. */
  verify(request: PublishRequest, attempt: SentAttempt, ctx: ProviderContext): Promise<VerifyResult>;
  /** Repeatable; resolves when the post is gone, also when it already was. */
  remove?(channel: Channel, published: Published, ctx: ProviderContext): Promise<void>;
  /** Repeatable, reads only: the account's numbers. Absent when the network shows none. */
  analytics?(channel: Channel, ctx: ProviderContext): Promise<readonly Metric[]>;
  /** Repeatable, reads only: one post's numbers. Absent when the network shows none. */
  postAnalytics?(channel: Channel, published: Published, ctx: ProviderContext): Promise<readonly Metric[]>;
  /**
   * Repeatable, reads only: what the account published lately, newest first, so that a person can say which
   * one a post is. `url` = a preview, or the post.
   */
  recent?(
    channel: Channel,
    ctx: ProviderContext,
  ): Promise<readonly { readonly id: string; readonly url: string }[]>;
  /** Tools by name, offered to people and clients while they write. */
  readonly tools?: Readonly<Record<string, ProviderTool>>;
}
