/** Posts, comments, people and communities, as the two generations of the API show them. */
import { hostOf, type Comment, type Community, type Person, type Post, type State } from './state.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

export const countsOf = (state: State, { id }: Person) => ({
  post_count: state.posts.filter((post) => post.creator === id && !post.deleted && !post.removed).length,
  comment_count: state.comments.filter((one) => one.creator === id && !one.deleted && !one.removed).length,
});

export function person(state: State, one: Person): object {
  const url = `${state.url}/u/${one.name}`;
  const common = {
    id: one.id,
    name: one.name,
    deleted: false,
    local: true,
    bot_account: false,
    instance_id: 1,
  };
  return state.generation === '0.19'
    ? { ...common, actor_id: url, banned: one.banned, published: iso(0) }
    : { ...common, ap_id: url, published_at: iso(0), last_refreshed_at: iso(0), ...countsOf(state, one) };
}

export function community(state: State, one: Community): object {
  const local = one.host === hostOf(state);
  const url = local ? `${state.url}/c/${one.name}` : `https://${one.host}/c/${one.name}`;
  const common = {
    id: one.id,
    name: one.name,
    title: one.title,
    removed: false,
    deleted: one.deleted,
    nsfw: false,
    local,
    posting_restricted_to_mods: one.restricted,
    instance_id: local ? 1 : 2,
  };
  return state.generation === '0.19'
    ? { ...common, actor_id: url, published: iso(0), hidden: false, visibility: 'Public' }
    : { ...common, ap_id: url, published_at: iso(0), visibility: 'public', subscribers: 12 };
}

export function communityView(state: State, one: Community, me: Person | null): object {
  const banned = me !== null && one.banned.has(me.id);
  return state.generation === '0.19'
    ? {
        community: community(state, one),
        subscribed: 'NotSubscribed',
        blocked: false,
        counts: { community_id: one.id, subscribers: 12, posts: 0, comments: 0, published: iso(0) },
        banned_from_community: banned,
      }
    : {
        community: community(state, one),
        can_mod: false,
        tags: [],
        ...(banned ? { community_actions: { received_ban_at: iso(0) } } : {}),
      };
}

const numbers = { score: 1, upvotes: 1, downvotes: 0 };

export function post(state: State, one: Post): object {
  const v3 = state.generation === '0.19';
  return {
    id: one.id,
    name: one.name,
    creator_id: one.creator,
    community_id: one.community,
    removed: one.removed,
    locked: false,
    deleted: one.deleted,
    nsfw: one.nsfw,
    ap_id: `${state.url}/post/${one.id}`,
    local: true,
    language_id: one.language,
    featured_community: false,
    featured_local: false,
    ...(one.url ? { url: one.url } : {}),
    ...(one.body ? { body: one.body } : {}),
    ...(one.thumbnail ? { thumbnail_url: one.thumbnail } : {}),
    ...(one.alt ? { alt_text: one.alt } : {}),
    ...(v3
      ? { published: iso(one.at) }
      : {
          published_at: iso(one.at),
          ...numbers,
          comments: answersTo(state, one),
          federation_pending: false,
        }),
  };
}

const answersTo = (state: State, { id }: Post): number =>
  state.comments.filter((one) => one.post === id && !one.deleted).length;

export function postView(state: State, one: Post): object {
  const { creator, place } = aroundPost(state, one);
  const common = { post: post(state, one), creator, community: place, creator_is_moderator: false };
  return state.generation === '0.19'
    ? {
        ...common,
        counts: { post_id: one.id, comments: answersTo(state, one), ...numbers, published: iso(one.at) },
        subscribed: 'NotSubscribed',
        saved: false,
        read: true,
        hidden: false,
        creator_blocked: false,
        unread_comments: 0,
      }
    : { ...common, creator_is_admin: false, tags: [], can_mod: false };
}

function aroundPost(state: State, one: Post): { creator: object; place: object } {
  const creator = state.people.get(one.creator);
  const place = state.communities.get(one.community);
  if (!creator || !place) throw new Error(`post ${one.id} has no author or no community`);
  return { creator: person(state, creator), place: community(state, place) };
}

export function commentView(state: State, one: Comment): object {
  const v3 = state.generation === '0.19';
  const below = state.posts.find(({ id }) => id === one.post);
  if (!below) throw new Error(`comment ${one.id} has no post`);
  const { place } = aroundPost(state, below);
  const { creator } = aroundPost(state, { ...below, creator: one.creator });
  const mine = { ...numbers, child_count: 0 };
  const comment = {
    id: one.id,
    creator_id: one.creator,
    post_id: one.post,
    content: one.content,
    removed: one.removed,
    deleted: one.deleted,
    ap_id: `${state.url}/comment/${one.id}`,
    local: true,
    path: one.path,
    distinguished: false,
    language_id: one.language,
    ...(v3 ? { published: iso(one.at) } : { published_at: iso(one.at), ...mine, federation_pending: false }),
  };
  const common = {
    comment,
    creator,
    post: post(state, below),
    community: place,
    creator_is_moderator: false,
  };
  return v3
    ? {
        ...common,
        counts: { comment_id: one.id, ...mine, published: iso(one.at) },
        subscribed: 'NotSubscribed',
        saved: false,
        creator_blocked: false,
      }
    : { ...common, creator_is_admin: false, tags: [], can_mod: false };
}
