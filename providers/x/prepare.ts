/** Everything that may be repeated: uploads the media, and builds the one request that publishes. */
import type { Json, Provider, PublishRequest } from '../_kit/contract.ts';
import { uploadMedia } from './media.ts';
import type { Prepared, PreparedPost } from './payload.ts';
import { prepareArticle } from './prepare/article.ts';

/** Uploads of a request that is never sent end within a day; a draft that is never published stays on X. */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const mediaIds: string[] = [];
  for (const [n, file] of request.item.media.entries()) {
    mediaIds.push(await uploadMedia(request.channel, { file, name: `media ${n}` }, ctx));
  }
  const isArticle = request.settings.post_type === 'article' && request.item.position === 0;
  const prepared: Prepared = isArticle
    ? await prepareArticle(request, mediaIds, ctx)
    : { kind: 'post', body: bodyOf(request, mediaIds) };
  return JSON.parse(JSON.stringify(prepared)) as Json;
};

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
