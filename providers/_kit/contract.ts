/**
 * The provider contract: everything Crier knows about a social network, and everything a provider's folder
 * must declare.
 *
 * Publishing is split by what may be repeated:
 *   prepare  any number of times; uploads media and builds (and signs) the final request; publishes nothing
 *   publish  once per attempt, after the ledger has `sent`; exactly one irreversible request,
 *            or several in order through `publishSteps`
 *   verify   any number of times; only reads; finds out whether a call with an unknown outcome took effect
 *   remove   any number of times; the post is gone afterwards
 */
import type { Channel, ConnectedAccount, ConnectField, Json } from './channel.ts';
import type { NumberName } from './number-names.ts';
import type { ContentIssue, ContentRules, ItemPlace, JsonSchema, MediaRules, PostLimit } from './content.ts';
import type { EnvVariable, ProviderContext } from './context.ts';
import type { AppSetup } from './app-setup.ts';
import type { ProviderOAuth } from './oauth.ts';
import type { PostForm } from './post-form.ts';
import type {
  Published,
  PublishRequest,
  PollResult,
  PublishResult,
  RecentPost,
  SentAttempt,
  VerifyResult,
} from './publishing.ts';
import type { Sentence } from './sentences/fill.ts';
import type { Evidence, Layout, MarkSource } from './shown.ts';

export type * from './channel.ts';
export type * from './content.ts';
export type { EnvVariable, ProviderContext } from './context.ts';
export type * from './publishing.ts';
export type * from './shown.ts';

/**
 * What protects the final call against a duplicate post:
 *   native_key  the network honours an idempotency key that we send
 *   client_id   we choose the post's id, so a repeat is the same post
 *   lookup      no protection, but a post can be found again by reading
 *   none        no protection and nothing to read; an unknown outcome needs a person
 */
export type Capability = 'native_key' | 'client_id' | 'lookup' | 'none';

/**
 * A number that a network shows for an account or a post, as it is now: `label` is the network's own term,
 * from number-names.ts. `days`: for networks that report how much each day added ("2031-05-04", UTC), so that
 * days can be summed.
 */
export interface Metric {
  readonly label: NumberName;
  readonly total: number;
  readonly days?: readonly { readonly day: string; readonly total: number }[];
}

/**
 * A lookup that helps to write a post (which channels exist, which categories). Repeatable, reads only.
 * `input` was checked against `inputSchema`; throws the typed errors of `errors.ts`.
 */
export interface ProviderTool {
  readonly description: string;
  readonly inputSchema: JsonSchema;
  run(channel: Channel, input: Readonly<Record<string, unknown>>, ctx: ProviderContext): Promise<Json>;
}

/** What is known about a network without talking to it: enough to check a post and to describe its rules. */
export interface Network {
  readonly identifier: string;
  readonly name: string;
  readonly mark: MarkSource;
  /** Its place among the networks that most people look for, if it is one of them: the first is 1. */
  readonly popularity?: number;
  /** How the composer shows what a post will look like. */
  readonly preview: Layout;
  /** The evidence that what is sent there is right. */
  readonly evidence: Evidence;
  /** Other spellings of the identifier that clients send as `__type`; stored and returned as `identifier`. */
  readonly aliases?: readonly string[];
  /**
   * Schema of `settings`, with `__type`. Unknown fields are kept, because clients send those of other
   * networks too; those that change who sees a post or what it means are refused (`never-ignored.ts`).
   */
  readonly settingsSchema: JsonSchema;
  /** What a form must show besides the settings. `env`: the variables of the instance. */
  postForm?(env: ProviderContext['env']): PostForm;
  /**
   * Settings that name an upload `{id, path, alt?}`, an image within `rules`. Checked when the post is
   * created; `prepare` receives them as files.
   */
  readonly settingsMedia?: readonly string[];
  /** Limits of such an upload that differ from `rules`, by the name of the setting. */
  readonly settingsMediaRules?: Readonly<Record<string, Partial<MediaRules>>>;
  readonly rules: ContentRules;
  /**
   * The network, or a reader of a post there, fetches files from this instance: all of them, or those of a
   * kind that it has no other way to get.
   */
  readonly fetchesMedia?: boolean;
  /**
   * Who makes the card of a page that a post links to: `post`: Crier sends it with the post, as
   * `item.linkCard`; `network`: the network reads the page itself. Default: there are no cards.
   */
  readonly linkCards?: 'post' | 'network';
  /**
   * What stands for a video where it is not played: a picture that a person uploads, a moment of the video,
   * or either. Default: the network chooses a frame.
   */
  readonly videoCover?: 'picture' | 'moment' | 'either';
  /** Whether the moment that stands for a video is a whole second. */
  readonly coverInSeconds?: boolean;
  /**
   * The number of posts after which the network makes accounts wait, for people who plan posts: nothing is
   * held back by it, because only the network knows what else was posted. null = none is known. `env`: the
   * variables of the instance, where the number depends on the operator's plan; `channel`: where each account
   * has its own.
   */
  postLimit?(env: ProviderContext['env'], channel: Pick<Channel, 'details'>): PostLimit | null;
  /** What `value[1..]` becomes on the network; `none` = not supported, rejected when the post is created. */
  readonly followUps: 'reply' | 'comment' | 'none';
  /**
   * For a network whose interface is not public or not promised: one sentence for people about what can
   * break. A person who connects it reads this first, and the operator can hide the network
   * (`CRIER_HIDDEN_NETWORKS`).
   */
  readonly unofficial?: string;
  /**
   * Content problems beyond `rules`. Called for each item; a problem of the settings alone is reported for
   * position 0.
   */
  validate?(
    request: Pick<PublishRequest, 'item' | 'settings'> & { channel: Pick<Channel, 'details'> },
  ): ContentIssue[];
  /**
   * What people should know about a text that the network may refuse or cut: it is shown while they write,
   * and nothing is refused because of it.
   */
  warnings?(text: string, place: ItemPlace): Sentence[];
}

/** A network that posts can be published to. */
export interface Provider extends Network {
  readonly connection:
    | { readonly kind: 'credentials'; readonly fields: readonly ConnectField[] }
    /** In a browser only: `oauth` is declared, and `connect` rejects. */
    | { readonly kind: 'oauth' }
    | { readonly kind: 'none' };
  /** Connecting in a browser; `connection` may still accept credentials for the command line. */
  readonly oauth?: ProviderOAuth;
  /** How its app is registered; present where `oauth.app` is read from the environment. */
  readonly appSetup?: AppSetup;
  readonly env: readonly EnvVariable[];
  readonly capability: Capability;
  /**
   * The capability of one account, where accounts differ (an older server, fewer permissions); default:
   * `capability`.
   */
  capabilityOf?(channel: Pick<Channel, 'details'>): Capability;
  /**
   * The server that publishes for an account, where accounts are on different ones (`mastodon.social`);
   * default: one for the whole network. Stored when a channel is connected: while a server does not answer,
   * only posts to it wait.
   */
  hostOf?(account: Pick<Channel, 'details'>): string;
  /**
   * Upper bound for one `publish` call in milliseconds, at most `PUBLISH_CALL_MS`; it is cut off there with
   * an unknown outcome.
   */
  readonly publishTimeoutMs: number;
  /**
   * Milliseconds after `sentAt` until a post that took effect is certainly visible to `verify`; before that,
   * `absent` and `repeatable` are not acted on.
   */
  readonly settleMs: number;

  /** Checks credentials on the network. Throws `Rejected` with a message for people if they are refused. */
  connect(fields: Readonly<Record<string, string>>, ctx: ProviderContext): Promise<ConnectedAccount>;
  /**
   * Renews credentials; throws `ChannelGone` if a person must reconnect the channel. Absent where credentials
   * do not expire. `details`: what has changed of those that `connect` recorded.
   */
  refresh?(
    channel: Channel,
    ctx: ProviderContext,
  ): Promise<
    Pick<ConnectedAccount, 'credentials' | 'expiresAt'> & Partial<Pick<ConnectedAccount, 'details'>>
  >;
  /**
   * Whether `prepare` of an item without media is a pure function of the request: no call, no clock, no
   * randomness. Such a part is marked `sent` by the statement that claims it, and `verify` receives the
   * result of preparing once more.
   */
  readonly preparesOffline?: boolean;
  /**
   * How long what `prepare` returned may be sent, in milliseconds: until a nonce, an upload or the creation
   * time in it is too old. After that it is made again, unless it may have been sent. null = without a limit.
   */
  readonly preparedForMs: number | null;
  /**
   * Repeatable. The result is stored with the `sent` mark, so that `verify` and a repeat see the identical
   * request. It must not contain credentials.
   */
  prepare(request: PublishRequest, ctx: ProviderContext): Promise<Json>;
  /** Once. Throws the typed errors of `errors.ts`; anything else counts as an unknown outcome. */
  publish(request: PublishRequest, prepared: Json, ctx: ProviderContext): Promise<PublishResult>;
  /**
   * Repeatable. Only for networks that keep processing after they have accepted a post. Returns `rejected`
   * for what the network will certainly not publish; a thrown error of any class only delays the next
   * question.
   */
  poll?(request: PublishRequest, ref: Json, ctx: ProviderContext): Promise<PollResult>;
  /**
   * Names a post permanently: the same for a post whether an answer, a list or a look has shown it, even if
   * its URL has changed or the account was connected differently; no other post on the network has it. Made
   * from `ref` (and `id`), so that it can be computed for posts that were published long ago.
   */
  keyOf(published: Published): string;
  /** The keys of all posts that a part has become, where these are several; default: only `keyOf`. */
  keysOf?(published: Published): readonly string[];
  /** Repeatable, reads only. */
  verify(request: PublishRequest, attempt: SentAttempt, ctx: ProviderContext): Promise<VerifyResult>;
  /** Repeatable; resolves when the post is gone, including when it already was. */
  remove?(channel: Channel, published: Published, ctx: ProviderContext): Promise<void>;
  /** Repeatable, reads only: the account's numbers. Absent if the network shows none. */
  analytics?(channel: Channel, ctx: ProviderContext): Promise<readonly Metric[]>;
  /** Repeatable, reads only: one post's numbers. Absent if the network shows none. */
  postAnalytics?(channel: Channel, published: Published, ctx: ProviderContext): Promise<readonly Metric[]>;
  /**
   * Whether numbers are also read every day, without anybody asking for these; default: yes. A network that
   * charges for each read leaves it to the operator.
   */
  readsNumbersDaily?(env: ProviderContext['env']): boolean;
  /**
   * Repeatable, reads only: what the account published lately, newest first, so that the one that a post
   * became can be picked: by a person, or by its text and time where the list has these.
   */
  recent?(channel: Channel, ctx: ProviderContext): Promise<readonly RecentPost[]>;
  /**
   * For networks whose `recent` leaves out nothing that a post of Crier becomes, with any settings: how many
   * posts it lists at most. A post that is newer than the last of the list, and not in it, is not there.
   */
  readonly recentAll?: number;
  /** Tools by name, offered to people and clients while they write. */
  readonly tools?: Readonly<Record<string, ProviderTool>>;
}
