/** Calls to the Pages API (developers.facebook.com/docs/pages-api). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { callsTo, overrideOf, type GraphCalls } from '../_shared/meta/graph.ts';
import { facebookGraph } from '../_shared/meta/login.ts';

export const NAME = 'Facebook';
const SITE_URL = 'https://www.facebook.com';
/** Where the bytes of stories' videos go. */
const UPLOAD_URL = 'https://rupload.facebook.com';

type Env = Pick<ProviderContext, 'env'>;
type Account = Pick<Channel, 'credentials'>;

/**
 * For everything but the bytes of stories. Videos have no server of their own any more: "the
 * graph-video.facebook.com host for video uploads has been deprecated" (Video API, Overview), and publishing
 * with files failed there where it did not here (github.com/restfb/restfb/issues/1672).
 */
export const callsOf = (channel: Account, ctx: ProviderContext): GraphCalls =>
  callsTo(facebookGraph(NAME, ctx), channel, ctx);

/**
 * Where the bytes of a story's video go: to the `upload_url` that came with it, if that is on Meta's server
 * for uploads. The token goes to no other server.
 */
export function storyUploadUrl(ctx: Env, { video, url }: { video: string; url?: string }): string {
  const server = overrideOf(ctx.env.FACEBOOK_API_URL) ?? UPLOAD_URL;
  if (url && URL.canParse(url) && new URL(url).origin === new URL(server).origin) return url;
  return `${server}/video-upload/${facebookGraph(NAME, ctx).version}/${video}`;
}

/** A post of a Page; `attachments` name the photos or the video in it. */
export interface Post {
  /** `{page}_{post}`. */
  readonly id: string;
  readonly message?: string;
  /** `2024-09-12T23:17:39+0000`. */
  readonly created_time?: string;
  readonly permalink_url?: string;
  readonly attachments?: { readonly data?: readonly Attachment[] };
}

interface Attachment {
  readonly target?: { readonly id?: string };
  readonly subattachments?: { readonly data?: readonly Attachment[] };
}

/** Ids of the photos and videos in a post. */
export const filesOf = ({ attachments }: Post): string[] => {
  const all = attachments?.data ?? [];
  return [...all, ...all.flatMap(({ subattachments }) => subattachments?.data ?? [])].flatMap(
    ({ target }) => target?.id ?? [],
  );
};

/** A comment; `from` is the Page for its own. */
export interface Comment {
  readonly id: string;
  readonly message?: string;
  readonly created_time?: string;
  readonly permalink_url?: string;
  readonly from?: { readonly id?: string };
  readonly attachment?: Attachment;
}

export const urlOf = (id: string): string => `${SITE_URL}/${id}`;

/** `permalink` is absolute for posts, and begins with `/` for videos. */
export const toPublished = (id: string, permalink?: string | null): Published => ({
  id,
  url: permalink ? new URL(permalink, SITE_URL).href : urlOf(id),
  ref: { id },
});

/**
 * A video is known by its own id, and by that of the post that shows it, under which the Page's posts list
 * it.
 */
export function videoAsPublished(
  { internalId: page }: Pick<Channel, 'internalId'>,
  { id, permalink_url: permalink, post_id: post }: { id: string; permalink_url?: string; post_id?: string },
): Published {
  const published = toPublished(id, permalink);
  if (!post) return published;
  return { ...published, ref: { id, post: post.includes('_') ? post : `${page}_${post}` } };
}

/** The post that shows a published video, where Facebook has named it. */
export const postOf = ({ ref }: Pick<Published, 'ref'>): string | undefined =>
  (ref as { post?: string } | null)?.post;

export const idOf = ({ ref }: Pick<Published, 'ref'>): string => String((ref as { id?: string } | null)?.id);
