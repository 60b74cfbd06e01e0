/** Stories of a Page (developers.facebook.com/docs/page-stories-api). */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { readList, type ListPage } from '../../_shared/meta/graph.ts';
import { callsOf } from '../api.ts';

/** `media_id`: the photo or the video that it shows. */
export interface Story {
  readonly post_id: string;
  readonly media_id?: string;
  readonly url?: string;
}

const PAGE = 100;
const MOST_PAGES = 5;

/** Those of the last day, and older ones if the Page keeps an archive. */
export async function listStories(channel: Channel, ctx: ProviderContext): Promise<readonly Story[]> {
  const stories: Story[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const read: ListPage<Story> = await readList(callsOf(channel, ctx), `/${channel.internalId}/stories`, {
      limit: PAGE,
      after,
    });
    stories.push(...read.items);
    after = read.next;
    if (after === null) break;
  }
  return stories;
}
