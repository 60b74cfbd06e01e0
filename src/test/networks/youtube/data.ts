/** Channels, playlists and videos of the Data API (developers.google.com/youtube/v3/docs). */
import { authorize, failed, partsOf, type Answer, type Call, type Route } from './call.ts';
import { itemsOf } from './playlists.ts';
import type { Owner, State, Video } from './state.ts';

/** A video with the parts that were asked for. */
export function present(video: Video, parts: readonly string[]): Record<string, unknown> {
  const { id, owner, snippet, status, publishedAt, pollsLeft, rejected } = video;
  const uploadStatus = pollsLeft > 0 ? 'uploaded' : rejected ? 'rejected' : 'processed';
  const all: Record<string, unknown> = {
    snippet: { ...snippet, publishedAt, channelId: owner.id, channelTitle: owner.title },
    status: {
      ...status,
      uploadStatus,
      ...(uploadStatus === 'rejected' ? { rejectionReason: rejected } : {}),
    },
    statistics: { viewCount: '12', likeCount: '3', favoriteCount: '0', commentCount: '1' },
  };
  return { kind: 'youtube#video', etag: 'etag', id, ...pick(all, parts) };
}

const pick = (all: Record<string, unknown>, parts: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => parts.includes(name)));

const listOf = (kind: string, items: readonly unknown[], more: object = {}): Answer => ({
  status: 200,
  body: {
    kind: `youtube#${kind}ListResponse`,
    etag: 'etag',
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    // Missing where it would be empty, as on YouTube.
    ...(items.length ? { items } : {}),
    ...more,
  },
});

const live = (state: State, owner: Owner): Video[] =>
  state.videos.filter((video) => video.owner === owner && !video.deleted);

function listChannels(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  const parts = partsOf(call, ['snippet', 'contentDetails', 'status', 'statistics']);
  if (call.query.get('mine') !== 'true') {
    throw failed(400, 'missingRequiredParameter', 'No filter selected.', 'youtube.parameter');
  }
  if (!owner.uploads) return listOf('channel', []);
  const all = {
    snippet: {
      title: owner.title,
      customUrl: owner.handle,
      // Without one: no browser of a test can load a picture from Google.
      thumbnails: {},
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: owner.uploads } },
    status: {
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: owner.verified ? 'allowed' : 'eligible',
    },
    statistics: {
      viewCount: '1200',
      subscriberCount: '34',
      hiddenSubscriberCount: false,
      videoCount: String(live(state, owner).length),
    },
  };
  return listOf('channel', [{ kind: 'youtube#channel', etag: 'etag', id: owner.id, ...pick(all, parts) }]);
}

function listVideos(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  const parts = partsOf(call, ['snippet', 'status', 'statistics']);
  const ids = (call.query.get('id') ?? '').split(',');
  const found = live(state, owner).filter(({ id }) => ids.includes(id));
  const items = found.map((video) => present(video, parts));
  if (parts.includes('status')) for (const video of found) video.pollsLeft = Math.max(0, video.pollsLeft - 1);
  return listOf('video', items);
}

function deleteVideo(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  const video = live(state, owner).find(({ id }) => id === call.query.get('id'));
  if (!video) {
    throw failed(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.');
  }
  video.deleted = true;
  return { status: 204, body: '' };
}

function listItems(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  const parts = partsOf(call, ['snippet', 'contentDetails']);
  if (call.query.get('playlistId') !== owner.uploads) {
    const items = itemsOf(state, call, owner, parts);
    if (items) return listOf('playlistItem', items);
    throw failed(404, 'playlistNotFound', 'The playlist cannot be found.', 'youtube.playlistItem');
  }
  const size = Number(call.query.get('maxResults') ?? 5);
  const at = Number(call.query.get('pageToken') ?? 0);
  const all = live(state, owner).toReversed();
  const items = all
    .slice(at, at + size)
    .map(({ id, snippet: { title, description }, publishedAt }) => ({
      kind: 'youtube#playlistItem',
      etag: 'etag',
      id: `item-${id}`,
      ...pick(
        {
          snippet: { title, description, publishedAt, playlistId: owner.uploads },
          contentDetails: { videoId: id, videoPublishedAt: publishedAt },
        },
        parts,
      ),
    }));
  return listOf('playlistItem', items, at + size < all.length ? { nextPageToken: String(at + size) } : {});
}

export const dataRoutes: readonly Route[] = [
  { method: 'GET', path: '/youtube/v3/channels', handle: listChannels },
  { method: 'GET', path: '/youtube/v3/videos', handle: listVideos },
  { method: 'DELETE', path: '/youtube/v3/videos', handle: deleteVideo },
  { method: 'GET', path: '/youtube/v3/playlistItems', handle: listItems },
];
