/**
 * The methods of the API that are used, with VK's checks (dev.vk.com/method; errors as each page lists them).
 */
import { randomBytes } from 'node:crypto';
import { denied, VkRefusal, wrong, type Method, type Params } from './call.ts';
import type { Grant, Item, State } from './state.ts';

const DAY_MS = 86_400_000;
/** No limit is documented; this is what other clients report (novaittestteam/nova.docs). */
const MAX_TEXT = 16_384;
const MAX_ATTACHMENTS = 10;

const number = (params: Params, name: string, otherwise: number): number => Number(params[name] ?? otherwise);

/** Whether a person may post there in the name that they want. */
function checkWall(state: State, { account: user }: Grant, owner: number): void {
  if (owner > 0 && owner !== user.id) {
    throw new VkRefusal(214, 'Access to adding post denied: you are not allowed to post to this wall');
  }
  if (owner < 0 && !state.groups.find(({ id }) => id === -owner)?.editors.has(user.id)) throw denied();
}

function readAttachments(state: State, params: Params): string[] {
  const list = (params.attachments ?? '').split(',').filter(Boolean);
  if (list.length > MAX_ATTACHMENTS) throw wrong('attachments', 'has too many items');
  for (const one of list) {
    const [, type, owner, id] = /^(photo|video)(-?\d+)_(\d+)$/.exec(one) ?? [];
    const known = state.media.some(
      (media) =>
        media.uploaded && media.name === type && media.owner === Number(owner) && media.id === Number(id),
    );
    if (!known) throw wrong('attachments', `has ${one}, which is not there`);
  }
  return list;
}

/** Checks the words, and finds what the same key has made before. */
function begin(
  state: State,
  params: Params,
): { text: string; attachments: string[]; before: Item | undefined } {
  const text = (params.message ?? '').trim();
  const attachments = readAttachments(state, params);
  if (!text && !attachments.length) throw wrong('message');
  if (Array.from(text).length > MAX_TEXT) throw wrong('message', 'is too long');
  const { guid } = params;
  const before = state.armed.forgetsKeys
    ? undefined
    : state.items.find((item) => guid !== undefined && item.guid === guid);
  return { text, attachments, before };
}

function add(state: State, item: Omit<Item, 'id' | 'at' | 'deleted'>): Item {
  const made = { ...item, id: state.nextId++, at: state.now().getTime(), deleted: false };
  state.items.push(made);
  return made;
}

/** Switches of a post, and its source (dev.vk.com, wall.post). */
const EXTRAS = ['signed', 'copyright', 'mute_notifications', 'close_comments'];

function readExtras(params: Params): Record<string, string> {
  const extras = EXTRAS.flatMap((name) =>
    params[name] === undefined ? [] : [[name, params[name]] as const],
  );
  for (const [name, value] of extras) {
    if (name !== 'copyright' && !/^[01]$/.test(String(value))) throw wrong(name);
  }
  // "Only for posts in communities with 'from_group' set to '1'".
  if (params.signed === '1' && params.from_group !== '1') throw wrong('signed');
  if (params.copyright !== undefined && !/^https?:\/\/[^\s.]+\.\S+$/.test(params.copyright)) {
    throw new VkRefusal(3102, "Specified link is incorrect (can't find source)");
  }
  return Object.fromEntries(extras.map(([name, value]) => [name, String(value)]));
}

function post(state: State, params: Params, grant: Grant): unknown {
  const owner = number(params, 'owner_id', grant.account.id);
  checkWall(state, grant, owner);
  if (params.from_group !== undefined && owner > 0) throw wrong('from_group', 'is for communities');
  const extras = readExtras(params);
  const { text, attachments, before } = begin(state, params);
  if (before) return { post_id: before.id };
  const today = state.items.filter(
    ({ post: parent, at }) => parent === null && at > state.now().getTime() - DAY_MS,
  );
  if (today.length >= state.limits.posts) {
    throw new VkRefusal(
      214,
      `Access to adding post denied: you can only add ${state.limits.posts} posts a day`,
    );
  }
  const from = params.from_group === '1' ? owner : grant.account.id;
  return {
    post_id: add(state, { owner, from, post: null, text, attachments, extras, guid: params.guid ?? null }).id,
  };
}

function comment(state: State, params: Params, grant: Grant): unknown {
  const owner = number(params, 'owner_id', grant.account.id);
  const parent = state.items.find(
    (one) => one.id === Number(params.post_id) && one.owner === owner && one.post === null && !one.deleted,
  );
  if (!parent) throw denied('Access denied: post was not found');
  if (parent.extras?.close_comments === '1') {
    throw new VkRefusal(213, 'Access to status replies denied');
  }
  const group = params.from_group;
  if (group !== undefined && (owner !== -Number(group) || !isEditor(state, grant, Number(group)))) {
    throw denied();
  }
  const { text, attachments, before } = begin(state, params);
  if (before) return { comment_id: before.id };
  const from = group === undefined ? grant.account.id : -Number(group);
  const made = add(state, { owner, from, post: parent.id, text, attachments, guid: params.guid ?? null });
  return { comment_id: made.id, parents_stack: [] };
}

const isEditor = ({ groups }: State, { account: user }: Grant, id: number): boolean =>
  groups.find((group) => group.id === id)?.editors.has(user.id) ?? false;

function present(state: State, item: Item): object {
  const comments = state.items.filter((one) => one.post === item.id && !one.deleted).length;
  return {
    id: item.id,
    owner_id: item.owner,
    from_id: item.from,
    date: Math.floor(item.at / 1000),
    text: item.text,
    attachments: item.attachments.map((one) => {
      const [, type = '', owner, id] = /^(photo|video)(-?\d+)_(\d+)$/.exec(one) ?? [];
      return { type, [type]: { id: Number(id), owner_id: Number(owner) } };
    }),
    likes: { count: 3, user_likes: 0 },
    ...(item.post === null
      ? { comments: { count: comments }, reposts: { count: 1 }, views: { count: 20 } }
      : { post_id: item.post }),
  };
}

/** Newest first. */
function list(state: State, params: Params, { account: user }: Grant, parent: number | null): unknown {
  const owner = number(params, 'owner_id', user.id);
  const count = number(params, 'count', 20);
  if (count > 100 || count < 0) throw wrong('count', 'must be between 0 and 100');
  const all = state.items
    .filter((one) => one.owner === owner && one.post === parent && !one.deleted)
    .filter((one) => params.filter !== 'owner' || one.from === owner)
    .toSorted((a, b) => b.id - a.id);
  const from = number(params, 'offset', 0);
  return { count: all.length, items: all.slice(from, from + count).map((one) => present(state, one)) };
}

function comments(state: State, params: Params, grant: Grant): unknown {
  if (params.sort !== 'desc') throw wrong('sort', 'is not what the stand-in has');
  return list(state, params, grant, Number(params.post_id));
}

function byIds(state: State, { posts = '' }: Params): unknown {
  const wanted = posts.split(',');
  const found = state.items.filter(
    ({ owner, id, post: parent, deleted }) =>
      parent === null && !deleted && wanted.includes(`${owner}_${id}`),
  );
  return { items: found.map((one) => present(state, one)) };
}

function oneComment(state: State, params: Params): unknown {
  const found = state.items.find(
    (one) =>
      one.owner === Number(params.owner_id) && one.id === Number(params.comment_id) && one.post !== null,
  );
  if (!found || found.deleted) throw wrong('comment_id', 'is invalid');
  return { items: [present(state, found)] };
}

function remove(state: State, grant: Grant, found: Item | undefined): 1 {
  if (!found || found.deleted) throw denied('Access denied: post or comment deleted');
  if (found.owner !== grant.account.id && !isEditor(state, grant, -found.owner)) throw denied();
  found.deleted = true;
  return 1;
}

const removePost = (state: State, { owner_id: owner, post_id: id }: Params, grant: Grant): 1 =>
  remove(
    state,
    grant,
    state.items.find((one) => one.id === Number(id) && one.owner === Number(owner) && one.post === null),
  );

const removeComment = (state: State, { owner_id: owner, comment_id: id }: Params, grant: Grant): 1 =>
  remove(
    state,
    grant,
    state.items.find((one) => one.id === Number(id) && one.owner === Number(owner) && one.post !== null),
  );

function uploadServer(state: State, { group_id: group }: Params, grant: Grant): unknown {
  if (group !== undefined && !isEditor(state, grant, Number(group))) throw denied();
  return { upload_url: `${state.url}/upload/photo`, album_id: -14, user_id: grant.account.id };
}

function savePhoto(state: State, params: Params, grant: Grant): unknown {
  if (params.group_id !== undefined && params.user_id !== undefined) {
    throw wrong('user_id', 'is not beside group_id');
  }
  if (state.uploads.get(params.hash ?? '') !== params.photo) throw new VkRefusal(121, 'Invalid hash');
  state.uploads.delete(params.hash ?? '');
  const owner = params.group_id === undefined ? grant.account.id : -Number(params.group_id);
  const photo = { name: 'photo', owner, id: state.nextId++, caption: params.caption ?? '', uploaded: true };
  state.media.push(photo);
  return [{ id: photo.id, owner_id: owner, album_id: -14, text: photo.caption }];
}

function saveVideo(state: State, params: Params, grant: Grant): unknown {
  const group = params.group_id;
  if (group !== undefined && !isEditor(state, grant, Number(group))) throw denied();
  const owner = group === undefined ? grant.account.id : -Number(group);
  const video = { name: 'video', owner, id: state.nextId++, caption: params.name ?? '', uploaded: false };
  state.media.push(video);
  return {
    upload_url: `${state.url}/upload/video?id=${video.id}`,
    video_id: video.id,
    owner_id: owner,
    title: video.caption,
    access_key: randomBytes(8).toString('hex'),
  };
}

function groups(state: State, { filter }: Params, { account: user }: Grant): unknown {
  const items = state.groups.filter(({ editors }) => filter !== 'editor' || editors.has(user.id));
  return {
    count: items.length,
    items: items.map(({ id, name, screenName }) => ({
      id,
      name,
      screen_name: screenName,
      is_closed: 0,
      photo_100: '',
    })),
  };
}

const WALL_PARAMS = ['owner_id', 'message', 'attachments', 'guid', 'from_group'];
const POST_PARAMS = [...WALL_PARAMS, ...EXTRAS];

export const methods: Readonly<Record<string, Method>> = {
  'wall.post': { scope: 'wall', params: POST_PARAMS, handle: post },
  'wall.createComment': { scope: 'wall', params: [...WALL_PARAMS, 'post_id*'], handle: comment },
  'wall.get': {
    scope: null,
    params: ['owner_id', 'filter', 'count', 'offset'],
    handle: (state, params, grant) => list(state, params, grant, null),
  },
  'wall.getComments': {
    scope: null,
    params: ['owner_id', 'post_id*', 'sort', 'count', 'offset'],
    handle: comments,
  },
  'wall.getById': { scope: null, params: ['posts*'], handle: byIds },
  'wall.getComment': { scope: null, params: ['owner_id', 'comment_id*'], handle: oneComment },
  'wall.delete': { scope: 'wall', params: ['owner_id', 'post_id'], handle: removePost },
  'wall.deleteComment': { scope: 'wall', params: ['owner_id', 'comment_id*'], handle: removeComment },
  'photos.getWallUploadServer': { scope: 'photos', params: ['group_id'], handle: uploadServer },
  'photos.saveWallPhoto': {
    scope: 'photos',
    params: ['user_id', 'group_id', 'server', 'photo*', 'hash*', 'caption'],
    handle: savePhoto,
  },
  'video.save': { scope: 'video', params: ['name', 'group_id', 'wallpost'], handle: saveVideo },
  'groups.get': { scope: 'groups', params: ['filter', 'extended', 'fields', 'count'], handle: groups },
  'groups.getById': {
    scope: null,
    params: ['group_id*', 'fields'],
    handle: ({ groups: all }, { group_id: id }) => ({
      groups: all
        .filter((one) => String(one.id) === id)
        .map(({ id: own, name }) => ({ id: own, name, members_count: 77 })),
      profiles: [],
    }),
  },
  'users.get': {
    scope: null,
    params: ['user_ids', 'fields'],
    handle: ({ users }, { user_ids: id }) =>
      users.filter((one) => String(one.id) === id).map((one) => ({ id: one.id, followers_count: 12 })),
  },
};
