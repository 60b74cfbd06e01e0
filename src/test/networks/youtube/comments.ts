/**
 * Comments below videos (developers.google.com/youtube/v3/docs/commentThreads/insert and list,
 * docs/comments/delete, each with its "Errors").
 */
import { randomBytes } from 'node:crypto';
import { authorize, failed, partsOf, type Answer, type Call, type Route } from './call.ts';
import type { Comment, Grant, State, Video } from './state.ts';

const SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';

/** The scope of videos is not enough for comments and captions. */
export function withForceSsl(state: State, call: Call): Grant {
  const grant = authorize(state, call);
  if (grant.scopes.includes(SCOPE)) return grant;
  throw failed(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', 'global');
}

function videoOf(state: State, id: unknown): Video {
  const video = state.videos.find((one) => one.id === id && !one.deleted);
  const domain = 'youtube.commentThread';
  if (!video) {
    throw failed(
      404,
      'videoNotFound',
      'The video identified by the videoId parameter could not be found.',
      domain,
    );
  }
  const { privacyStatus, selfDeclaredMadeForKids } = video.status;
  if (privacyStatus === 'private' || selfDeclaredMadeForKids) {
    throw failed(403, 'commentsDisabled', 'The video has disabled comments.', domain);
  }
  return video;
}

const present = ({ id, owner, text, publishedAt, videoId }: Comment): Record<string, unknown> => ({
  kind: 'youtube#commentThread',
  etag: 'etag',
  id,
  snippet: {
    channelId: owner.id,
    videoId,
    canReply: true,
    totalReplyCount: 0,
    isPublic: true,
    topLevelComment: {
      kind: 'youtube#comment',
      etag: 'etag',
      id,
      snippet: {
        textDisplay: text,
        textOriginal: text,
        authorDisplayName: owner.handle,
        authorChannelId: { value: owner.id },
        videoId,
        publishedAt,
        updatedAt: publishedAt,
      },
    },
  },
});

function insert(state: State, call: Call): Answer {
  const { owner } = withForceSsl(state, call);
  partsOf(call, ['snippet']);
  const { snippet } = JSON.parse(call.body.toString('utf8')) as {
    snippet?: { videoId?: string; topLevelComment?: { snippet?: { textOriginal?: string } } };
  };
  const video = videoOf(state, snippet?.videoId);
  const text = snippet?.topLevelComment?.snippet?.textOriginal?.trim() ?? '';
  if (!text) {
    throw failed(400, 'commentTextRequired', 'The comment text is missing.', 'youtube.commentThread');
  }
  const comment: Comment = {
    id: `Ug${randomBytes(18).toString('base64url')}`,
    owner,
    text,
    videoId: video.id,
    publishedAt: state.now().toISOString(),
    deleted: false,
  };
  state.comments.push(comment);
  return { status: 200, body: present(comment) };
}

function list(state: State, call: Call): Answer {
  withForceSsl(state, call);
  partsOf(call, ['snippet']);
  const video = videoOf(state, call.query.get('videoId'));
  const size = Number(call.query.get('maxResults') ?? 20);
  const at = Number(call.query.get('pageToken') ?? 0);
  const all = state.comments.filter(({ videoId, deleted }) => videoId === video.id && !deleted).toReversed();
  const items = all.slice(at, at + size).map(present);
  return {
    status: 200,
    body: {
      kind: 'youtube#commentThreadListResponse',
      etag: 'etag',
      pageInfo: { totalResults: items.length, resultsPerPage: size },
      items,
      ...(at + size < all.length ? { nextPageToken: String(at + size) } : {}),
    },
  };
}

function remove(state: State, call: Call): Answer {
  withForceSsl(state, call);
  const comment = state.comments.find(({ id, deleted }) => id === call.query.get('id') && !deleted);
  if (!comment) {
    throw failed(404, 'commentNotFound', 'The specified comment could not be found.', 'youtube.comment');
  }
  comment.deleted = true;
  return { status: 204, body: '' };
}

export const commentRoutes: readonly Route[] = [
  { method: 'POST', path: '/youtube/v3/commentThreads', handle: insert },
  { method: 'GET', path: '/youtube/v3/commentThreads', handle: list },
  { method: 'DELETE', path: '/youtube/v3/comments', handle: remove },
];
