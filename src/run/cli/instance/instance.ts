/** What commands need of an instance that also work over HTTP. Implemented by local.ts and remote.ts. */
import type { Resolution } from '../../../posts/decide/resolve-post.ts';
import type { presentIntegration } from '../../../channels/present-integration.ts';
import type { presentNotification } from '../../../organizations/present-notification.ts';
import type { presentPost, presentPostDetail } from '../../../posts/read/present-post.ts';
import type { HeardEvent, ListenerFilter } from '../../../webhooks/listeners.ts';
import type { PostState } from '../../../../temporal/contract/post-states.ts';

/** A channel as GET /public/v1/integrations shows it. */
export type Channel = ReturnType<typeof presentIntegration>;

/** A post as GET /public/v1/posts shows it. Its tags are printed with --json only. */
export type Post = Omit<ReturnType<typeof presentPost>, 'tags'>;

/** A post as GET /public/v1/posts/{id} shows it. */
export type PostDetail = Omit<ReturnType<typeof presentPostDetail>, 'tags'>;

/** One page of notifications as GET /public/v1/notifications shows it. */
export interface NotificationsPage {
  readonly notifications: readonly Omit<ReturnType<typeof presentNotification>, 'link'>[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly hasMore: boolean;
}

/** What a person who writes a post has to know. */
export interface InstanceState {
  /** IANA name. */
  readonly timeZone: string;
  /** Why publishing is frozen; null if it is not. */
  readonly frozen: string | null;
}

/** Both dates are inclusive. */
export interface PostRange {
  readonly from: Date;
  readonly to?: Date;
  readonly state?: PostState;
}

/** A part of a post; `delay` is in minutes after the previous part. */
export interface NewPart {
  content: string;
  image?: { id: string; path: string; alt?: string }[];
  delay?: number;
}

/** The fields of the body of POST /public/v1/posts that the command line uses. */
export interface NewPosts {
  readonly type: 'draft' | 'schedule' | 'now';
  /** Only a draft may have none. */
  readonly date?: string;
  readonly tags?: { value: string; label: string }[];
  readonly posts: {
    integration: { id: string };
    value: NewPart[];
    group?: string;
    settings?: Record<string, unknown>;
  }[];
}

/** Problems with their places in the body of POST /public/v1/posts. */
export interface CheckedPosts {
  readonly issues: readonly PostIssue[];
  readonly posts: readonly { readonly issues: readonly PostIssue[] }[];
}
interface PostIssue {
  readonly path: string;
  readonly message: string;
}

/** Lists that can be read without loading what writing needs. Errors as with `Instance`. */
export interface Lists {
  /** The zone of the organisation, and why nothing is published at the moment, if so. */
  readState(): Promise<InstanceState>;
  /** Oldest first, including disabled ones. */
  listChannels(): Promise<Channel[]>;
  /** By date, oldest first. */
  listPosts(range: PostRange): Promise<Post[]>;
  /** `page` counts from 0. */
  listNotifications(page: number): Promise<NotificationsPage>;
  showPost(id: string): Promise<PostDetail>;
}

/**
 * The posts, channels and notifications of one organisation. Errors are thrown: ApiError on the machine,
 * CrierError or CliError over HTTP.
 */
export interface Instance extends Lists {
  createPosts(posts: NewPosts): Promise<{ postId: string; integration: string }[]>;
  /** What a network would refuse; nothing is stored. */
  checkPosts(posts: NewPosts): Promise<CheckedPosts>;
  /** Uploads a file of this computer for use in a post. */
  storeFile(path: string): Promise<{ id: string; path: string }>;
  /** Lets the instance fetch a file from a public URL, for use in a post. */
  fetchFile(url: string): Promise<{ id: string; path: string }>;
  /** Resolves with the state in which the post has ended. */
  cancelPost(id: string): Promise<PostState>;
  retryPost(id: string): Promise<PostDetail>;
  resolvePost(id: string, resolution: Resolution): Promise<PostDetail>;
  /** From now on, events are kept for the listener with this id. */
  createListener(filter: ListenerFilter): Promise<string>;
  /** Forgets those that were taken, and resolves with the next ones, oldest first. */
  takeEvents(id: string, taken: readonly string[]): Promise<HeardEvent[]>;
  deleteListener(id: string): Promise<void>;
}
