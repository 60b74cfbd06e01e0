/**
 * The playlist that a video is added to (developers.google.com/youtube/v3/docs/playlists,
 * docs/playlistItems).
 */
import type { ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { ChannelGone, Rejected } from '../../_kit/errors.ts';
import { callFor, readFirst } from '../api.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

/** The playlist of the settings; undefined for none. */
export const playlistOf = ({ playlist }: PublishRequest['settings']): string | undefined =>
  typeof playlist === 'string' && playlist ? playlist : undefined;

/** @throws Rejected if the channel has no such playlist: once the video is there, it is too late */
export async function checkPlaylist(
  { channel, settings }: Pick<PublishRequest, 'channel' | 'settings'>,
  ctx: ProviderContext,
): Promise<void> {
  const id = playlistOf(settings);
  if (!id) return;
  const found = await readFirst<{ snippet?: { channelId?: string } }>(channel, ctx, 'playlists', {
    part: 'snippet',
    id,
  });
  if (found?.snippet?.channelId === channel.internalId) return;
  throw new Rejected(sentence('youtube_no_such_playlist'), { networkCode: 'playlistNotFound' });
}

/**
 * Adds a video once: a playlist may hold the same one twice, so it is looked for before. The video is
 * published already, so a refusal (a full playlist) ends nothing.
 */
export async function addToPlaylist(
  { channel, settings }: PublishRequest,
  videoId: string,
  ctx: ProviderContext,
): Promise<void> {
  const playlistId = playlistOf(settings);
  if (!playlistId) return;
  try {
    const query = { part: 'contentDetails', playlistId, videoId };
    if (await readFirst(channel, ctx, 'playlistItems', query)) return;
    await callFor(channel, ctx, '/youtube/v3/playlistItems', {
      method: 'POST',
      query: { part: 'snippet' },
      json: { snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } } },
    });
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof ChannelGone)) throw error;
  }
}
