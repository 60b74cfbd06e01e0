/** Calls to the Pages API (developers.facebook.com/docs/pages-api). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { callsTo, overrideOf, type GraphCalls } from '../_shared/meta/graph.ts';
import { facebookGraph } from '../_shared/meta/login.ts';

export const NAME = 'Facebook';
const SITE_URL = 'https://www.facebook.com';
/** Bytes of videos go to servers of their own. */
const VIDEO_URL = 'https://graph-video.facebook.com';
const UPLOAD_URL = 'https://rupload.facebook.com';

type Env = Pick<ProviderContext, 'env'>;
type Account = Pick<Channel, 'credentials'>;

/** For everything but the bytes of videos. */
export const callsOf = (channel: Account, ctx: ProviderContext): GraphCalls =>
  callsTo(facebookGraph(NAME, ctx), channel, ctx);

/** Calls of `/{page}/videos` whose bodies have bytes. */
export const videoCallsOf = (channel: Account, ctx: ProviderContext): GraphCalls => {
  const url = overrideOf(ctx.env.FACEBOOK_API_URL) ?? VIDEO_URL;
  return callsTo({ ...facebookGraph(NAME, ctx), url }, channel, ctx);
};

/** Where the bytes of a story's video go. */
export const storyUploadUrl = (ctx: Env, video: string): string =>
  `${overrideOf(ctx.env.FACEBOOK_API_URL) ?? UPLOAD_URL}/video-upload/${facebookGraph(NAME, ctx).version}/${video}`;

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

export const idOf = ({ ref }: Pick<Published, 'ref'>): string => String((ref as { id?: string } | null)?.id);
