/** Stories of a Page (developers.facebook.com/docs/page-stories-api). */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { callsOf } from '../api.ts';

/** `media_id`: the photo or the video that it shows. */
export interface Story {
  readonly post_id: string;
  readonly media_id?: string;
  readonly url?: string;
}

const PAGE = 100;

/** Those of the last day, and older ones if the Page keeps an archive. */
export async function listStories(channel: Channel, ctx: ProviderContext): Promise<readonly Story[]> {
  const query = { limit: String(PAGE) };
  const path = `/${channel.internalId}/stories`;
  return (await callsOf(channel, ctx)<{ data?: readonly Story[] }>(path, { query })).data ?? [];
}
