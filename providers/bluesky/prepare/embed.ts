/** The one embed of a post, made of all that it shows below its text. */
import type { Json } from '../../_kit/contract.ts';
import type { StrongRef } from '../api.ts';

/** What a post shows: `media` are pictures, a gallery or a video; `quote` is another post. */
interface Shown {
  readonly media: Json | null;
  readonly quote: StrongRef | null;
}

/**
 * A record has one embed; a quote beside something else has its own type (app.bsky.embed.recordWithMedia).
 */
export function embedOf({ media, quote }: Shown): Json | null {
  if (!quote) return media;
  const record = { $type: 'app.bsky.embed.record', record: { uri: quote.uri, cid: quote.cid } };
  return media ? { $type: 'app.bsky.embed.recordWithMedia', record, media } : record;
}
