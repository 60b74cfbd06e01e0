/** What only reads: the account and its lists, subreddits and their rules. */
import { listing, ok, refusal, type Answer, type Call, type Route } from './call.ts';
import { findSubreddit, fullName, type Entry, type State, type Subreddit, type Token } from './state.ts';
import { appear, present } from './submit.ts';

const me = (_: State, __: Call, { account }: Token): Answer =>
  ok({
    id: account.id,
    name: account.name,
    icon_img: account.icon,
    is_suspended: account.isSuspended,
    total_karma: 21,
    link_karma: 12,
    comment_karma: 9,
    has_verified_email: true,
    subreddit: { display_name: `u_${account.name}`, subscribers: 3 },
  });

/** Newest first. A submission whose file is being processed is not in it yet. */
const listOf =
  (kind: Entry['kind']) =>
  (state: State, { params, query }: Call): Answer => {
    const name = decodeURIComponent(params[0] ?? '').toLowerCase();
    if (![...state.accounts.values()].some((account) => account.name.toLowerCase() === name)) {
      throw refusal(404);
    }
    const own = state.ledger.filter(
      (entry) => entry.kind === kind && entry.author.toLowerCase() === name && !entry.deleted,
    );
    for (const entry of own) if (entry.readsLeft-- === 1) appear(state, entry);
    const age = ({ id }: Entry): number => Number.parseInt(id, 36);
    const shown = own.filter(({ readsLeft }) => readsLeft < 0).toSorted((a, b) => age(b) - age(a));
    return listing(
      shown.map((entry) => ({ kind, data: present(entry) })),
      query,
    );
  };

const info = (state: State, { query }: Call): Answer => {
  const names = (query.get('id') ?? '').split(',');
  const found = state.ledger.filter((entry) => names.includes(fullName(entry)) && !entry.deleted);
  return listing(
    found.map((entry) => ({ kind: entry.kind, data: present(entry) })),
    new URLSearchParams(),
  );
};

const subredditOf = (state: State, { params }: Call): Subreddit => {
  const found = findSubreddit(state, decodeURIComponent(params[0] ?? ''));
  if (!found) throw refusal(404);
  if (found.isPrivate) throw refusal(403, { body: { reason: 'private' } });
  return found;
};

const describe = ({ name, type, galleries, hasBanned }: Subreddit) => ({
  name: `t5_${name.toLowerCase()}`,
  display_name: name,
  display_name_prefixed: `r/${name}`,
  title: `All about ${name}`,
  subscribers: 42,
  submission_type: type,
  allow_images: type !== 'self',
  allow_videos: type !== 'self',
  allow_galleries: galleries,
  user_is_banned: hasBanned,
});

const search = (state: State, { query }: Call): Answer => {
  const word = (query.get('q') ?? '').toLowerCase();
  const found = [...state.subreddits.values()].filter(({ name }) => name.toLowerCase().includes(word));
  return listing(
    found.map((subreddit) => ({ kind: 't5', data: describe(subreddit) })),
    query,
  );
};

const about = (state: State, call: Call): Answer =>
  ok({ kind: 't5', data: describe(subredditOf(state, call)) });

const rules = (state: State, call: Call): Answer => {
  subredditOf(state, call);
  return ok({ rules: [{ kind: 'all', short_name: 'Be kind', description: 'Remember the human.' }] });
};

const requirements = (state: State, call: Call): Answer => {
  const { flairRequired, forbiddenInTitles } = subredditOf(state, call);
  return ok({
    is_flair_required: flairRequired,
    title_blacklisted_strings: forbiddenInTitles,
    title_text_max_length: null,
    body_restriction_policy: 'none',
  });
};

const flairs = (state: State, call: Call): Answer => {
  const { flairs: all } = subredditOf(state, call);
  if (!all.length) throw refusal(403);
  return ok(all.map((flair) => ({ type: 'text', text_editable: false, css_class: '', ...flair })));
};

export const readRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/api\/v1\/me$/, scope: 'identity', handle: me },
  { method: 'GET', path: /^\/user\/([^/]+)\/submitted$/, scope: 'history', handle: listOf('t3') },
  { method: 'GET', path: /^\/user\/([^/]+)\/comments$/, scope: 'history', handle: listOf('t1') },
  { method: 'GET', path: /^\/api\/info\/?$/, scope: 'read', handle: info },
  { method: 'GET', path: /^\/subreddits\/search\/?$/, scope: 'read', handle: search },
  { method: 'GET', path: /^\/r\/([^/]+)\/about\/?$/, scope: 'read', handle: about },
  { method: 'GET', path: /^\/r\/([^/]+)\/about\/rules$/, scope: 'read', handle: rules },
  { method: 'GET', path: /^\/r\/([^/]+)\/api\/link_flair_v2$/, scope: 'flair', handle: flairs },
  { method: 'GET', path: /^\/api\/v1\/([^/]+)\/post_requirements$/, scope: 'submit', handle: requirements },
];
