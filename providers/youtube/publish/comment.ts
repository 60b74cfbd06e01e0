/**
 * Comments of the channel below its own video (developers.google.com/youtube/v3/docs/commentThreads/insert,
 * docs/comments/delete).
 */
import type { Channel, Provider, ProviderContext, Published, PublishRequest } from '../../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../../_kit/errors.ts';
import { idOf } from '../../_kit/identity.ts';
import { callFor } from '../api.ts';
import { answeredWithout } from '../../_kit/answered-without.ts';

/** The final request of a further part. */
export interface PreparedComment {
  readonly [key: string]: string;
  readonly videoId: string;
  readonly text: string;
}

/** The scope that comments need; that of videos is not enough. */
export const COMMENT_SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';

/** What a part below a video becomes; undefined for the video itself. */
export function commentOf({ item, root }: PublishRequest): PreparedComment | undefined {
  return root ? { videoId: idOf(root, /[?&]v=([\w-]+)/), text: item.text.trim() } : undefined;
}

/** A comment as people find it: its video, scrolled to it. */
export function asPublished(videoId: string, id: unknown): Published {
  if (typeof id !== 'string' || !id) {
    throw new OutcomeUnknown(answeredWithout('YouTube', 'the id of the comment'));
  }
  const url = `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}&lc=${encodeURIComponent(id)}`;
  return { id, url, ref: { id, videoId } };
}

/** Sends the comment once: YouTube has no key that makes a repeat harmless. */
export async function publishComment(
  channel: Channel,
  { videoId, text }: PreparedComment,
  ctx: ProviderContext,
): Promise<Awaited<ReturnType<Provider['publish']>>> {
  const { body } = await callFor<{ id?: string }>(channel, ctx, '/youtube/v3/commentThreads', {
    method: 'POST',
    query: { part: 'snippet' },
    json: { snippet: { videoId, topLevelComment: { snippet: { textOriginal: text } } } },
  });
  return { status: 'published', published: asPublished(videoId, body.id) };
}

/** Deletes a comment; it may already be gone. */
export async function removeComment(channel: Channel, id: string, ctx: ProviderContext): Promise<void> {
  try {
    await callFor(channel, ctx, '/youtube/v3/comments', { method: 'DELETE', query: { id } });
  } catch (error) {
    if (error instanceof Rejected && error.networkCode === 'commentNotFound') return;
    throw error;
  }
}
