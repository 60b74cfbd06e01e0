/** What travels between the product and a provider when a post is published. */
import type { Channel, Json } from './channel.ts';
import type { MediaFile } from './content.ts';
import type { Words } from './sentences/fill.ts';

/**
 * How a published item is referred to later: `id` and `url` are shown to people; `ref` is for the provider
 * itself, for replies, polling and removal.
 */
export interface Published {
  readonly id: string;
  readonly url: string | null;
  readonly ref: Json;
}

/** The picture of a card: a JPEG with sides of up to 1,200 pixels and up to 300,000 bytes. */
export type CardPicture = Pick<MediaFile, 'kind' | 'mime' | 'size' | 'fileName' | 'alt' | 'blob'> &
  Pick<MediaFile, 'width' | 'height'>;

/** A card as it is published with a part. */
export interface LinkCard {
  readonly url: string;
  /** Never empty. */
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  readonly picture?: CardPicture | undefined;
}

/** One part of one post to one channel. */
export interface PublishRequest<C = Record<string, string>, S = Record<string, unknown>> {
  readonly channel: Channel<C>;
  readonly item: {
    readonly id: string;
    /** 0 for the post itself; 1, 2, … for the parts of the thread. */
    readonly position: number;
    /** Text in the provider's `rules.format`. */
    readonly text: string;
    readonly media: readonly MediaFile[];
    /** The first link of the text, as it is published, and the page that it leads to. */
    readonly link?: { readonly url: string; readonly page: string };
    /** For networks with `linkCards: 'post'`, while the part is prepared. */
    readonly linkCard?: LinkCard | undefined;
  };
  /** Validated against `settingsSchema`. */
  readonly settings: S;
  /** The uploads named by the settings in `Network.settingsMedia`, by the name of the setting. */
  readonly settingsMedia?: Readonly<Record<string, MediaFile>>;
  /** The first part of the thread and the part before this one, when `position > 0`. */
  readonly root: Published | null;
  readonly parent: Published | null;
  /**
   * The same for every attempt of this (post, item, revision); a UUID. Derived from what is sent, never from
   * the attempt.
   */
  readonly idempotencyKey: string;
  /**
   * Reads which posts of the account are other items', for `SentAttempt.isTaken`: for `publish` and `poll`
   * where a part takes several calls, and the results are found by their text.
   */
  readTaken?(): Promise<SentAttempt['isTaken']>;
}

/**
 * The outcome of `publish` and `poll`: live, or accepted and still being processed by the network (`ref` is
 * what `poll` needs; `note` is information for people while they wait, for the post's timeline).
 */
export type PublishResult =
  | { readonly status: 'published'; readonly published: Published }
  | {
      readonly status: 'processing';
      readonly ref: Json;
      readonly pollAfterMs: number;
      readonly note?: string;
    };

/**
 * The outcome of `poll`. `rejected`: the network reports for this very post that it will not be published,
 * with `reason`. Nothing else ends a post that the network has accepted: any error that `poll` throws means
 * "not known", and it is asked again later. `alreadyThere`: because it has this very post already, as
 * `AlreadyThere`.
 */
export type PollResult =
  | PublishResult
  | {
      readonly status: 'rejected';
      readonly reason: Words;
      readonly networkCode?: string | null;
      readonly alreadyThere?: boolean;
    };

/**
 * What the network shows about a call with an unknown outcome:
 *   found       it is live
 *   absent      it is provably not there and cannot appear later
 *   repeatable  not known, but sending the identical request again cannot create a second post
 *   unknown     not known; `reason` is shown to a person
 *
 * `byWords`: found by its text, not by an id or a key of its own, so it may be another item's.
 * `pollAfterMs`: something is left to do for it, by `poll`, which is asked with the `ref` that it was found
 * with. `afterMs`: true only if the look was that long after the end of the call (default:
 * `Provider.settleMs`); for as long, a server may still be working on a request whose connection broke.
 * `forMs`: for how long from now a repeat stays harmless (default: without a limit); after that, the
 * network is asked again before anything is sent.
 */
export type VerifyResult =
  | {
      readonly status: 'found';
      readonly published: Published;
      readonly byWords?: boolean;
      readonly pollAfterMs?: number;
    }
  | { readonly status: 'absent'; readonly evidence: string; readonly afterMs?: number }
  | {
      readonly status: 'repeatable';
      readonly evidence: string;
      readonly afterMs?: number;
      readonly forMs?: number;
    }
  | { readonly status: 'unknown'; readonly reason: Words };

/** What is known about a publish call whose outcome is unknown. */
export interface SentAttempt {
  /** What `prepare` returned for it. */
  readonly prepared: Json;
  /**
   * When the ledger was marked `sent`, by the database's clock; of identical requests, the first. The life of
   * an idempotency key counts from then.
   */
  readonly sentAt: Date;
  /**
   * The database's clock at the look: ages are counted from `sentAt` to here, never by the worker's clock.
   */
  readonly readAt: Date;
  /** Present if the network had accepted the post for processing. */
  readonly ref: Json;
  /**
   * Whether a post of the account is known to be that of another item. Two items may have the same text: a
   * lookup by text passes over what belongs to another.
   */
  isTaken?(post: Published): boolean;
}

/**
 * A post in the list of an account. `url`: a preview, or the post. `at`: when it was published, in a form
 * that `Date.parse` reads; `text`: its title and content, as text or HTML. Both are missing where the
 * network's list does not have them.
 */
export interface RecentPost {
  readonly id: string;
  readonly url: string;
  readonly at?: string | undefined;
  readonly text?: string | undefined;
}
