/** Stories of a Page (developers.facebook.com/docs/page-stories-api). */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { readSince, type Listed } from '../../_kit/lookup.ts';
import { readList } from '../../_shared/meta/graph.ts';
import { callsOf } from '../api.ts';

/** `media_id`: the photo or the video that it shows. */
export interface Story {
  readonly post_id: string;
  readonly media_id?: string;
  readonly url?: string;
}

const PAGE = 100;
const MAX_PAGES = 5;

/** Those of the last day, and older ones if the Page keeps an archive. */
export const listStories = (channel: Channel, ctx: ProviderContext): Promise<Listed<Story>> =>
  readSince<Story>({
    read: (after) =>
      readList<Story>(callsOf(channel, ctx), `/${channel.internalId}/stories`, { limit: PAGE, after }),
    isBefore: () => false,
    mostPages: MAX_PAGES,
  });
