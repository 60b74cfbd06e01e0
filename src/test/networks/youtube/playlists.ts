/**
 * Playlists and categories (developers.google.com/youtube/v3/docs/playlists/list, docs/playlistItems/insert,
 * docs/videoCategories/list, each with its "Errors").
 */
import { authorize, failed, partsOf, type Answer, type Call, type Route } from './call.ts';
import type { Owner, State } from './state.ts';

/** Some of those that YouTube has; not every one can be chosen. */
export const CATEGORIES = [
  { id: '1', title: 'Film & Animation', assignable: true },
  { id: '18', title: 'Short Movies', assignable: false },
  { id: '22', title: 'People & Blogs', assignable: true },
  { id: '27', title: 'Education', assignable: true },
] as const;

const list = (kind: string, items: readonly unknown[], more: object = {}): Answer => ({
  status: 200,
  body: { kind: `youtube#${kind}ListResponse`, etag: 'etag', ...(items.length ? { items } : {}), ...more },
});

function listCategories(state: State, call: Call): Answer {
  authorize(state, call);
  partsOf(call, ['snippet']);
  if (!call.query.get('regionCode')) {
    throw failed(400, 'missingRequiredParameter', 'No filter selected.', 'youtube.parameter');
  }
  const items = CATEGORIES.map(({ id, ...snippet }) => ({
    kind: 'youtube#videoCategory',
    etag: 'etag',
    id,
    snippet: { ...snippet, channelId: 'UCBR8-60-B28hp2BmDPdntcQ' },
  }));
  return list('videoCategory', items);
}

function listPlaylists(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  partsOf(call, ['snippet']);
  const { query } = call;
  const [id, mine] = [query.get('id'), query.get('mine') === 'true'];
  if (!id && !mine) {
    throw failed(400, 'missingRequiredParameter', 'No filter selected.', 'youtube.parameter');
  }
  const size = Number(query.get('maxResults') ?? 5);
  const at = Number(query.get('pageToken') ?? 0);
  const all = state.playlists.filter((one) => (id ? one.id === id : one.owner === owner));
  const items = all
    .slice(at, at + size)
    .map((one) => ({
      kind: 'youtube#playlist',
      etag: 'etag',
      id: one.id,
      snippet: { title: one.title, channelId: one.owner.id },
    }));
  return list('playlist', items, at + size < all.length ? { nextPageToken: String(at + size) } : {});
}

/** The items of a playlist that is not that of the uploads; undefined where there is none. */
export function itemsOf(
  state: State,
  { query }: Call,
  owner: Owner,
  parts: readonly string[],
): Record<string, unknown>[] | undefined {
  const playlist = state.playlists.find(({ id }) => id === query.get('playlistId'));
  if (!playlist || playlist.owner !== owner) return undefined;
  const videoId = query.get('videoId');
  return playlist.items
    .filter((id) => !videoId || id === videoId)
    .map((id, n) => ({
      kind: 'youtube#playlistItem',
      etag: 'etag',
      id: `${playlist.id}-${n}`,
      ...(parts.includes('contentDetails') ? { contentDetails: { videoId: id } } : {}),
    }));
}

function addItem(state: State, call: Call): Answer {
  const { owner } = authorize(state, call);
  partsOf(call, ['snippet']);
  const { snippet } = JSON.parse(call.body.toString()) as {
    snippet?: { playlistId?: string; resourceId?: { kind?: string; videoId?: string } };
  };
  const { playlistId, resourceId } = snippet ?? {};
  if (!playlistId) {
    throw failed(
      400,
      'playlistIdRequired',
      'The request does not specify a value for the required <code>playlistId</code> property.',
      'youtube.playlistItem',
    );
  }
  if (resourceId?.kind !== 'youtube#video' || !resourceId.videoId) {
    throw failed(
      400,
      'resourceIdRequired',
      'The request must contain a resource in which the <code>snippet</code> object specifies a <code>resourceId</code>.',
      'youtube.playlistItem',
    );
  }
  const { videoId } = resourceId;
  const playlist = state.playlists.find((one) => one.id === playlistId);
  if (!playlist) {
    throw failed(
      404,
      'playlistNotFound',
      'The playlist identified with the requests <code>playlistId</code> parameter cannot be found.',
      'youtube.playlistItem',
    );
  }
  if (playlist.owner !== owner) {
    throw failed(
      403,
      'playlistItemsNotAccessible',
      'The request is not properly authorized to insert the specified playlist item.',
      'youtube.playlistItem',
    );
  }
  if (!state.videos.some(({ id, deleted }) => id === videoId && !deleted)) {
    throw failed(
      404,
      'videoNotFound',
      'The video that you are trying to add to the playlist cannot be found. Check the value of the <code>videoId</code> property to ensure that it is correct.',
      'youtube.playlistItem',
    );
  }
  playlist.items.push(videoId);
  if (state.armed.losesItems > 0) {
    state.armed.losesItems--;
    return { status: 500, body: '' };
  }
  return {
    status: 200,
    body: {
      kind: 'youtube#playlistItem',
      etag: 'etag',
      id: `${playlist.id}-${playlist.items.length}`,
      snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId }, title: 'a' },
    },
  };
}

export const playlistRoutes: readonly Route[] = [
  { method: 'GET', path: '/youtube/v3/videoCategories', handle: listCategories },
  { method: 'GET', path: '/youtube/v3/playlists', handle: listPlaylists },
  { method: 'POST', path: '/youtube/v3/playlistItems', handle: addItem },
];
