/** The bot behind a token, and servers with their channels, roles and members. */
import { channelOf, guildOf, invalidForm, required, type Answer, type Call, type Route } from './call.ts';
import { presentChannel, presentGuild, presentUser } from './present.ts';
import { isThread, type State } from './state.ts';

function showGuild(state: State, call: Call): Answer {
  return {
    status: 200,
    body: presentGuild(
      guildOf(state, call, call.params[0]),
      ['true', 'True', '1'].includes(call.query.get('with_counts') ?? ''),
    ),
  };
}

// Lists every channel of the server, even those hidden from the bot, but no threads.
function listChannels(state: State, call: Call): Answer {
  const guild = guildOf(state, call, call.params[0]);
  return {
    status: 200,
    body: [...state.channels.values()]
      .filter((c) => c.guildId === guild.id && !isThread(c))
      .map(presentChannel),
  };
}

function searchMembers(state: State, call: Call): Answer {
  const guild = guildOf(state, call, call.params[0]);
  const query = call.query.get('query')?.toLowerCase();
  if (!query) throw invalidForm('query', required);
  const limit = Number(call.query.get('limit') ?? 1);
  if (!(limit >= 1 && limit <= 1000)) {
    throw invalidForm('limit', {
      code: 'NUMBER_TYPE_MAX',
      message: 'int value should be less than or equal to 1000.',
    });
  }
  const found = guild.people.filter(({ username, nick }) =>
    [username, nick].some((name) => name?.toLowerCase().startsWith(query)),
  );
  return {
    status: 200,
    body: found
      .slice(0, limit)
      .map(({ nick, ...user }) => ({ user: { ...user, global_name: null, avatar: null }, nick, roles: [] })),
  };
}

export const guildRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/users\/@me$/,
    names: [],
    handle: (_, { bot }) => ({ status: 200, body: presentUser(bot) }),
  },
  { method: 'GET', path: /^\/guilds\/([^/]+)$/, names: ['guild_id'], handle: showGuild },
  { method: 'GET', path: /^\/guilds\/([^/]+)\/channels$/, names: ['guild_id'], handle: listChannels },
  {
    method: 'GET',
    path: /^\/guilds\/([^/]+)\/roles$/,
    names: ['guild_id'],
    handle: (state, call) => ({ status: 200, body: guildOf(state, call, call.params[0]).roles }),
  },
  { method: 'GET', path: /^\/guilds\/([^/]+)\/members\/search$/, names: ['guild_id'], handle: searchMembers },
  {
    method: 'GET',
    path: /^\/channels\/([^/]+)$/,
    names: ['channel_id'],
    handle: (state, call) => ({ status: 200, body: presentChannel(channelOf(state, call, call.params[0])) }),
  },
];
