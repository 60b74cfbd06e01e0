/** Live choices for a post: sounds (developers.facebook.com: Instagram Platform, audio search). */
import type { Provider } from '../_kit/contract.ts';
import { callsOf, PAGE } from './api.ts';

interface Sound {
  readonly audio_id?: string;
  readonly title?: string;
  readonly display_artist?: string;
  readonly cover_artwork_thumbnail_uri?: string;
}

export const tools: NonNullable<Provider['tools']> = {
  audioSearch: {
    description: 'Music and sounds for a reel, as settings.audio takes them',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        q: { type: 'string', maxLength: 100, description: 'Words of the title or the artist' },
        type: { enum: ['music', 'original_sound'], default: 'music', description: 'What to look for' },
      },
    },
    async run(channel, input, ctx) {
      const query = {
        audio_type: String(input.type ?? 'music'),
        user_id: channel.internalId,
        search_query: String(input.q ?? ''),
      };
      const { audio = [] } = await callsOf(
        PAGE,
        channel,
        ctx,
      )<{ audio?: readonly Sound[] }>('/ig_audio', { query });
      return audio.flatMap(
        ({ audio_id: id, title = '', display_artist: artist = '', cover_artwork_thumbnail_uri: image }) =>
          id ? [{ id, title, artist, image: image ?? null }] : [],
      );
    },
  },
};
