/** Casts, accounts and channels (docs.neynar.com/reference/publish-cast and its neighbours). */
import { invalid, numberOf, ok, readJson, refusal, type Answer, type Call, type Route } from './call.ts';
import { accountOf } from './signers.ts';
import { newHash, type Account, type Channel, type MadeCast, type State } from './state.ts';

const HASH = /^(0x)?[a-fA-F0-9]{40}$/;
const MAX_EMBEDS = 2;
const EMBED_BYTES = 256;

function publish(state: State, call: Call): Answer {
  const body = readJson(call, {
    'signer_uuid!': 'string',
    text: 'string',
    embeds: 'array',
    channel_id: 'string',
    idem: 'string',
    parent: 'string',
    parent_author_fid: 'integer',
  });
  const author = accountOf(state, body.signer_uuid);
  const idem = typeof body.idem === 'string' ? body.idem : null;
  const same = idem ? state.casts.find((cast) => cast.author === author && cast.idem === idem) : undefined;
  if (same) return accepted(same);
  const text = String(body.text ?? '');
  const embeds = embedsOf(body.embeds);
  if (!text && !embeds.length) throw invalid('text', 'A cast must have a text or an embed');
  if (Buffer.byteLength(text) > state.limits.textBytes) {
    throw invalid('text', `Text must be at most ${state.limits.textBytes} bytes`);
  }
  const cast: MadeCast = {
    hash: newHash(),
    author,
    text,
    embeds,
    channel: channelOf(state, body.channel_id),
    parent: parentOf(state, body),
    idem,
    at: state.now(),
    deleted: false,
  };
  state.casts.push(cast);
  return accepted(cast);
}

const accepted = ({ hash, author, text }: MadeCast): Answer =>
  ok({ success: true, cast: { hash, author: { fid: author.fid }, text } });

function embedsOf(value: unknown): { url: string }[] {
  const embeds = (value ?? []) as Record<string, unknown>[];
  if (embeds.length > MAX_EMBEDS) {
    throw invalid('embeds', `Array must contain at most ${MAX_EMBEDS} elements`);
  }
  return embeds.map(({ url, ...other }) => {
    if (typeof url !== 'string' || Object.keys(other).length || !/^https?:\/\/\S+$/.test(url)) {
      throw invalid('embeds', 'Invalid embed');
    }
    if (Buffer.byteLength(url) > EMBED_BYTES) throw invalid('embeds', 'Invalid embed: the url is too long');
    return { url };
  });
}

function channelOf({ channels, armed }: State, id: unknown): Channel | null {
  if (id === undefined) return null;
  const channel = channels.find((one) => one.id === id);
  if (!channel) throw refusal(404, 'NotFound', 'Channel not found', 'channel_id');
  if (armed.closed.includes(channel.id)) throw invalid('channel_id', 'Channel is closed');
  return channel;
}

function parentOf(
  { casts }: State,
  { parent, parent_author_fid: fid }: Record<string, unknown>,
): MadeCast | null {
  if (parent === undefined) return null;
  const cast = casts.find((one) => one.hash === parent && !one.deleted);
  if (!cast) throw refusal(404, 'NotFound', 'Parent cast not found', 'parent');
  if (fid !== undefined && fid !== cast.author.fid) {
    throw invalid('parent_author_fid', 'Invalid parent author');
  }
  return cast;
}

function remove(state: State, call: Call): Answer {
  const body = readJson(call, { 'signer_uuid!': 'string', 'target_hash!': 'string' });
  if (!HASH.test(String(body.target_hash))) throw invalid('target_hash', 'Invalid');
  const author = accountOf(state, body.signer_uuid);
  const cast = state.casts.find(({ hash, deleted }) => hash === body.target_hash && !deleted);
  if (!cast) throw refusal(404, 'NotFound', 'Cast not found', 'target_hash');
  if (cast.author !== author) throw refusal(403, 'Forbidden', 'Not the author of the cast');
  cast.deleted = true;
  return ok({ success: true });
}

const userOf = ({ fid, username, displayName, picture, custody }: Account): Record<string, unknown> => ({
  object: 'user',
  fid,
  username,
  display_name: displayName,
  pfp_url: picture,
  custody_address: custody,
  registered_at: '2024-03-01T12:00:00.000Z',
  profile: { bio: { text: '' } },
  follower_count: 7,
  following_count: 3,
  verifications: [],
  auth_addresses: [],
  verified_addresses: {
    eth_addresses: [],
    sol_addresses: [],
    primary: { eth_address: null, sol_address: null },
  },
  verified_accounts: [],
});

/** As lists show it; a reply stands in the channel of what it answers. */
function castOf(state: State, cast: MadeCast): Record<string, unknown> {
  let root = cast;
  while (root.parent) root = root.parent;
  const { channel } = root;
  const channelUrl = channel ? `https://farcaster.xyz/~/channel/${channel.id}` : null;
  return {
    object: 'cast',
    hash: cast.hash,
    author: userOf(cast.author),
    text: cast.text,
    timestamp: cast.at.toISOString(),
    embeds: cast.embeds,
    channel: channel ? { object: 'channel_dehydrated', id: channel.id, name: channel.name } : null,
    parent_hash: cast.parent?.hash ?? null,
    parent_url: cast.parent ? null : channelUrl,
    root_parent_url: channelUrl,
    parent_author: { fid: cast.parent?.author.fid ?? null },
    thread_hash: root.hash,
    reactions: { likes: [], recasts: [], likes_count: 4, recasts_count: 2 },
    replies: { count: state.casts.filter(({ parent, deleted }) => parent === cast && !deleted).length },
    mentioned_profiles: [],
    mentioned_profiles_ranges: [],
    mentioned_channels: [],
    mentioned_channels_ranges: [],
  };
}

function feed(state: State, { query }: Call): Answer {
  const fid = numberOf(query, 'fid', 2 ** 31 - 1);
  const limit = numberOf(query, 'limit', 150) ?? 25;
  const replies = query.get('include_replies') ?? 'true';
  if (!['true', 'false'].includes(replies)) throw invalid('include_replies', 'Expected boolean');
  const from = Number(Buffer.from(query.get('cursor') ?? '', 'base64url').toString() || 0);
  const all = state.casts
    .filter(
      ({ author, deleted, parent }) => author.fid === fid && !deleted && (replies === 'true' || !parent),
    )
    .toReversed();
  const more = from + limit < all.length;
  return ok({
    casts: all.slice(from, from + limit).map((cast) => castOf(state, cast)),
    next: { cursor: more ? Buffer.from(String(from + limit)).toString('base64url') : null },
  });
}

function look(state: State, { query }: Call): Answer {
  if (query.get('type') !== 'hash') throw invalid('type', 'Only hashes are known here');
  const cast = state.casts.find(({ hash, deleted }) => hash === query.get('identifier') && !deleted);
  if (!cast) throw invalid('identifier', 'Cast not found');
  return ok({ cast: castOf(state, cast) });
}

function users({ accounts }: State, { query }: Call): Answer {
  const fids = (query.get('fids') ?? '').split(',').map((fid) => fid.trim());
  if (!fids.every((fid) => /^\d+$/.test(fid)) || fids.length > 100) throw invalid('fids', 'Invalid');
  return ok({ users: accounts.filter(({ fid }) => fids.includes(String(fid))).map(userOf) });
}

function byCustody({ accounts }: State, { query }: Call): Answer {
  const address = query.get('custody_address') ?? '';
  if (!/^0x[a-fA-F0-9]{40}$/.test(address)) throw invalid('custody_address', 'Invalid');
  const account = accounts.find(({ custody }) => custody === address.toLowerCase());
  if (!account) throw refusal(404, 'NotFound', `No user found for address ${address}`);
  return ok({ user: userOf(account) });
}

function searchChannels({ channels }: State, { query }: Call): Answer {
  const word = (query.get('q') ?? '').toLowerCase();
  const limit = numberOf(query, 'limit', 200) ?? 20;
  const found = channels.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(word));
  return ok({
    channels: found
      .slice(0, limit)
      .map(({ id, name, followers }) => ({
        object: 'channel',
        id,
        name,
        url: `https://farcaster.xyz/~/channel/${id}`,
        created_at: '2024-03-01T12:00:00.000Z',
        follower_count: followers,
      })),
    next: { cursor: null },
  });
}

export const castRoutes: readonly Route[] = [
  { method: 'POST', path: 'cast/', handle: publish },
  { method: 'DELETE', path: 'cast/', handle: remove },
  {
    method: 'GET',
    path: 'cast/',
    query: ['type', 'identifier', 'viewer_fid'],
    required: ['type', 'identifier'],
    handle: look,
  },
  {
    method: 'GET',
    path: 'feed/user/casts/',
    query: ['fid', 'limit', 'cursor', 'include_replies', 'app_fid', 'viewer_fid', 'parent_url', 'channel_id'],
    required: ['fid'],
    handle: feed,
  },
  { method: 'GET', path: 'user/bulk/', query: ['fids', 'viewer_fid'], required: ['fids'], handle: users },
  {
    method: 'GET',
    path: 'user/custody-address/',
    query: ['custody_address'],
    required: ['custody_address'],
    handle: byCustody,
  },
  {
    method: 'GET',
    path: 'channel/search/',
    query: ['q', 'limit', 'cursor', 'viewer_fid'],
    required: ['q'],
    handle: searchChannels,
  },
];
