/** Everything that may be repeated: uploads the media, and builds the one request that publishes. */
import type { Json, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { pollOf } from '../_kit/poll.ts';
import { uploadMedia } from './media.ts';
import { addSubtitles } from './prepare/subtitles.ts';
import type { Prepared, PreparedPost } from './payload.ts';
import { prepareArticle } from './prepare/article.ts';
import { idsOf } from './prepare/people.ts';
import { quoteOf, taggedOf } from './schema.ts';

/** Uploads of a request that is never sent end within a day; a draft that is never published stays on X. */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const mediaIds: string[] = [];
  for (const [n, file] of request.item.media.entries()) {
    mediaIds.push(await uploadMedia(request.channel, { file, name: `media ${n}` }, ctx));
  }
  const [video] = request.item.media;
  if (video?.kind === 'video' && request.item.position === 0) {
    await addSubtitles(request, mediaIds[0] ?? '', ctx);
  }
  const isArticle = request.settings.post_type === 'article' && request.item.position === 0;
  const prepared: Prepared = isArticle
    ? await prepareArticle(request, mediaIds, ctx)
    : { kind: 'post', body: { ...bodyOf(request, mediaIds), ...(await ownFields(request, mediaIds, ctx)) } };
  return JSON.parse(JSON.stringify(prepared)) as Json;
};

/** The length of a poll without one of its own: a day. */
const POLL_MINUTES = 1440;

/** What the first part alone can have: a quote, a poll, and people who are tagged in its files. */
async function ownFields(
  { channel, item, settings }: PublishRequest,
  mediaIds: string[],
  ctx: ProviderContext,
): Promise<Partial<PreparedPost['body']>> {
  if (item.position > 0) return {};
  const [quote, poll, tagged] = [quoteOf(settings), pollOf(settings), taggedOf(settings)];
  return {
    ...(quote ? { quote_tweet_id: quote } : {}),
    ...(poll
      ? {
          poll: {
            options: [...poll.options],
            duration_minutes: Number(poll.duration_minutes ?? POLL_MINUTES),
          },
        }
      : {}),
    ...(mediaIds.length && tagged.length
      ? { media: { media_ids: mediaIds, tagged_user_ids: await idsOf(channel, tagged, ctx) } }
      : {}),
  };
}

/** The first part decides who may reply, and the community; the labels belong to each. */
function bodyOf({ item, settings, parent }: PublishRequest, mediaIds: string[]): PreparedPost['body'] {
  const { who_can_reply_post: who, community, made_with_ai: ai, paid_partnership: paid } = settings;
  const communityId = typeof community === 'string' ? /(\d+)$/.exec(community)?.[1] : undefined;
  return {
    ...(item.text ? { text: item.text } : {}),
    ...(mediaIds.length ? { media: { media_ids: mediaIds } } : {}),
    ...(parent ? { reply: { in_reply_to_tweet_id: parent.id } } : {}),
    ...(!parent && typeof who === 'string' && who && who !== 'everyone' ? { reply_settings: who } : {}),
    ...(!parent && communityId ? { community_id: communityId } : {}),
    ...(ai === true ? { made_with_ai: true } : {}),
    ...(paid === true ? { paid_partnership: true } : {}),
  };
}
