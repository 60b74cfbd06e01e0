/** What an account has posted, as its own instance lists it, newest first. */
import type { ProviderContext } from '../../_kit/contract.ts';
import { call, type Comment, type CommentView, type Post, type PostView, type Site } from '../api.ts';

export type Kind = 'posts' | 'comments';
export type Thing = Post | Comment;

/** The most that an instance puts on a page. */
export const PAGE = 50;

/** Whose things, and from where: `from` is what the page before gave as `next`. */
export interface OwnQuery {
  readonly personId: number;
  readonly kind: Kind;
  readonly limit: number;
  readonly from: string | null;
}

interface Numbers {
  readonly post_count?: number;
  readonly comment_count?: number;
}

/** Posts that are pinned on the instance may come first. `next`: null on the last page. */
export async function readOwn(
  site: Site,
  { personId, kind, limit, from }: OwnQuery,
  ctx: ProviderContext,
): Promise<{ things: Thing[]; next: string | null }> {
  if (site.api === 'v3') {
    const page = Number(from ?? 1);
    const body = await call<{ posts: PostView[]; comments: CommentView[] }>(site, ctx, '/user', {
      query: { person_id: personId, sort: 'New', limit, page },
    });
    const things = kind === 'posts' ? body.posts.map(({ post }) => post) : body.comments.map(commentOf);
    return { things, next: things.length ? String(page + 1) : null };
  }
  const body = await call<{ items: (Partial<PostView> & Partial<CommentView>)[]; next_page?: string | null }>(
    site,
    ctx,
    '/person/content',
    { query: { person_id: personId, type_: kind, limit, page_cursor: from ?? undefined } },
  );
  const things = body.items.flatMap((item) => (kind === 'posts' ? item.post : item.comment) ?? []);
  return { things, next: body.items.length ? (body.next_page ?? null) : null };
}

const commentOf = ({ comment }: CommentView): Comment => comment;

/** How many posts and comments the account has, also those that its settings hide from its own list. */
export async function readNumbers(
  site: Site,
  personId: number,
  ctx: ProviderContext,
): Promise<{ posts: number; comments: number }> {
  const v3 = site.api === 'v3';
  const { person_view: view } = await call<{
    person_view: { readonly counts?: Numbers; readonly person: Numbers };
  }>(site, ctx, v3 ? '/user' : '/person', { query: { person_id: personId, limit: v3 ? 1 : undefined } });
  const { post_count: posts = 0, comment_count: comments = 0 } = view.counts ?? view.person;
  return { posts, comments };
}
