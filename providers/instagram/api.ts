/** Calls to the Instagram API (developers.facebook.com/docs/instagram-platform), by both ways to connect. */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { callsTo, overrideOf, type Graph, type GraphCalls } from '../_shared/meta/graph.ts';
import { facebookGraph } from '../_shared/meta/login.ts';

const SITE_URL = 'https://www.instagram.com';
const UPLOAD_URL = 'https://rupload.facebook.com';

type Env = Pick<ProviderContext, 'env'>;

/** What accounts that are connected directly, and those of a Page, have different. */
export interface Login {
  readonly name: string;
  graph(ctx: Env): Graph;
  /** The variable that moves all URLs to a server of tests. */
  readonly override: string;
  /**
   * Videos are fetched from a `video_url`, as pictures are. Their bytes are taken "only for apps that have
   * implemented Facebook Login for Business" (instagram-platform/content-publishing/resumable-uploads).
   */
  readonly fetchesVideos: boolean;
}

export const NAME = 'Instagram';

/** Accounts that are connected through a Facebook Page. */
export const PAGE: Login = {
  name: NAME,
  graph: (ctx) => facebookGraph(NAME, ctx),
  override: 'FACEBOOK_API_URL',
  fetchesVideos: false,
};

export const callsOf = (
  login: Login,
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
): GraphCalls => callsTo(login.graph(ctx), channel, ctx);

/**
 * Where the bytes of a container's video go: to the `uri` that came with it, if that is on Meta's server for
 * uploads. The token goes to no other server.
 */
export function uploadUrl(login: Login, ctx: Env, { id, uri }: { id: string; uri?: string }): string {
  const server = overrideOf(ctx.env[login.override]) ?? UPLOAD_URL;
  if (uri && URL.canParse(uri) && new URL(uri).origin === new URL(server).origin) return uri;
  return `${server}/ig-api-upload/${login.graph(ctx).version}/${id}`;
}

/** A post, reel or story as the API lists it; stories have no caption. */
export interface Media {
  readonly id: string;
  readonly caption?: string;
  /** `IMAGE`, `VIDEO` or `CAROUSEL_ALBUM`. */
  readonly media_type?: string;
  readonly permalink?: string;
  /** `2024-09-12T23:17:39+0000`. */
  readonly timestamp?: string;
}

/** A comment; `username` is its author's. */
export interface Comment {
  readonly id: string;
  readonly text?: string;
  readonly timestamp?: string;
  readonly username?: string;
}

/**
 * What a published part is known by: itself, and the post under which further comments go; of several stories
 * the first, and the others.
 */
interface Ref {
  readonly id: string;
  readonly post: string;
  readonly others?: readonly string[];
}

export const refOf = ({ ref }: Pick<Published, 'ref'>): Ref => ref as unknown as Ref;

export const profileUrl = ({ details }: Pick<Channel, 'details'>): string =>
  `${SITE_URL}/${encodeURIComponent(String(details.username ?? ''))}`;

/** Without the URL of the post, that of its author: the short code in it is not in the id. */
export const toPublished = (
  channel: Pick<Channel, 'details'>,
  { id, permalink }: Pick<Media, 'id' | 'permalink'>,
  others: readonly string[] = [],
): Published => ({
  id,
  url: permalink ?? profileUrl(channel),
  ref: { id, post: id, ...(others.length ? { others: [...others] } : {}) },
});

/** A comment has no URL of its own. */
export const commentAsPublished = (id: string, post: string, url: string | null): Published => ({
  id,
  url,
  ref: { id, post },
});
