/** What stands on a wall, or below one of its posts (dev.vk.com: wall.get, wall.getComments). */
import type { ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { call, ownerOf, type WallItem } from '../api.ts';

type Channel = PublishRequest['channel'];

/** The most of one call. */
export const PAGE = 100;
const NEWEST = 20;

/** `post`: null for the posts of the wall, newest first, where a pinned one comes first of all. */
export async function readWall(
  channel: Channel,
  { post, count, offset = 0 }: { post: number | null; count: number; offset?: number },
  ctx: ProviderContext,
): Promise<readonly WallItem[]> {
  const owner = ownerOf(channel);
  const { items = [] } = await call<{ items?: readonly WallItem[] }>(
    channel,
    ctx,
    post === null ? 'wall.get' : 'wall.getComments',
    {
      params:
        post === null
          ? { owner_id: owner, filter: 'owner', count, offset }
          : { owner_id: owner, post_id: post, sort: 'desc', count, offset },
    },
  );
  return items;
}

/** The greatest id, 0 if there is none. */
export async function readNewest(
  channel: Channel,
  post: number | null,
  ctx: ProviderContext,
): Promise<number> {
  const items = await readWall(channel, { post, count: NEWEST }, ctx);
  return Math.max(0, ...items.map(({ id = 0 }) => id));
}
