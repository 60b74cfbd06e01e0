/** Starts threads from messages and in forums, lists threads and deletes them (resources/channel). */
import {
  badLength,
  channelOf,
  demand,
  guildOf,
  invalidForm,
  may,
  notOneOf,
  readForm,
  ApiError,
  apiErrors,
  required,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { checkContent, checkName } from './content.ts';
import { addMessage, presentMessage } from './messages.ts';
import { presentChannel } from './present.ts';
import { isForum, isThread, TYPE, type Channel, type State } from './state.ts';

const DURATIONS = [60, 1440, 4320, 10080] as const;

function checkDuration(fields: Record<string, unknown>): void {
  const duration = fields.auto_archive_duration;
  if (duration !== undefined && duration !== null && !DURATIONS.includes(duration as 60)) {
    throw invalidForm('auto_archive_duration', notOneOf(DURATIONS));
  }
}

/** Later than that of all other threads. */
export function archiveTime(state: State): string {
  const last = Math.max(0, ...[...state.channels.values()].map(({ archivedAt }) => Date.parse(archivedAt)));
  return new Date(Math.max(state.now().getTime(), last + 1)).toISOString();
}

function addThread(
  state: State,
  parent: Channel,
  thread: { id: string; name: string; ownerId: string; appliedTags?: readonly string[] },
): Channel {
  const type = parent.type === TYPE.announcement ? TYPE.announcementThread : TYPE.publicThread;
  const channel: Channel = {
    tags: [],
    appliedTags: [],
    ...thread,
    guildId: parent.guildId,
    type,
    parentId: parent.id,
    permissions: new Set(),
    requireTag: false,
    lastMessageId: null,
    archived: false,
    archivedAt: archiveTime(state),
    locked: false,
  };
  state.channels.set(channel.id, channel);
  return channel;
}

async function startFromMessage(state: State, call: Call): Promise<Answer> {
  const channel = channelOf(state, call, call.params[0]);
  if (isThread(channel) || isForum(channel) || ![TYPE.text, TYPE.announcement].includes(channel.type as 0)) {
    throw new ApiError(400, 50024, 'Cannot execute action on this channel type');
  }
  const message = state.ledger.find(
    (m) => m.channelId === channel.id && m.id === call.params[1] && !m.deletedAt,
  );
  if (!message) throw apiErrors.unknownMessage();
  demand(state, channel, 'CREATE_PUBLIC_THREADS');
  const { fields } = await readForm(call);
  const name = checkName(fields);
  checkDuration(fields);
  if (state.channels.has(message.id)) {
    throw new ApiError(400, 160004, 'A thread has already been created for this message');
  }
  const thread = addThread(state, channel, { id: message.id, name, ownerId: call.bot.id });
  // The system message that shows the starting message inside the thread.
  addMessage(state, thread, { author: message.authorId, type: 21 });
  return { status: 201, body: presentChannel(thread) };
}

async function startInForum(state: State, call: Call): Promise<Answer> {
  const forum = channelOf(state, call, call.params[0]);
  if (!isForum(forum)) throw new ApiError(400, 50024, 'Cannot execute action on this channel type');
  demand(state, forum, 'SEND_MESSAGES');
  const form = await readForm(call);
  const name = checkName(form.fields);
  checkDuration(form.fields);
  const { message, applied_tags: tags } = form.fields;
  if (!message || typeof message !== 'object') throw invalidForm('message', required);
  if (forum.requireTag && !(Array.isArray(tags) && tags.length)) {
    throw new ApiError(400, 40067, 'A tag is required to create a forum post in this channel');
  }
  const appliedTags = readTags(forum, tags);
  const content = await checkContent(state, call, {
    form,
    fields: message as Record<string, unknown>,
    channel: forum,
    path: 'message.',
  });
  const thread = addThread(state, forum, { id: state.nextId(), name, ownerId: call.bot.id, appliedTags });
  // There is no nonce here: none of the documented fields of `message` is one.
  const first = addMessage(state, thread, { ...content, author: call.bot, id: thread.id });
  forum.lastMessageId = thread.id;
  return { status: 201, body: { ...presentChannel(thread), message: presentMessage(state, first) } };
}

/** "limited to 5" (resources/channel, `applied_tags`); the code of an unknown tag is 10087. */
function readTags(forum: Channel, tags: unknown): string[] {
  if (tags === undefined || tags === null) return [];
  if (!Array.isArray(tags)) throw invalidForm('applied_tags', required);
  if (tags.length > 5) throw invalidForm('applied_tags', badLength(0, 5));
  for (const id of tags) {
    if (!forum.tags.some((tag) => tag.id === id)) throw new ApiError(404, 10087, 'Unknown Tag');
  }
  return tags as string[];
}

const threadsWhere = (state: State, keep: (thread: Channel) => boolean): Record<string, unknown>[] =>
  [...state.channels.values()]
    .filter((c) => isThread(c) && keep(c))
    .toReversed()
    .map(presentChannel);

// "List Active Guild Threads": all at once, newest first, without pages.
function listActive(state: State, call: Call): Answer {
  const guild = guildOf(state, call, call.params[0]);
  return {
    status: 200,
    body: {
      threads: threadsWhere(
        state,
        (t) => t.guildId === guild.id && !t.archived && may(state, t, 'VIEW_CHANNEL'),
      ),
      members: [],
    },
  };
}

const MAX_THREADS = 100;

// "List Public Archived Threads": those that were archived last come first; `before` is a time, and
// `has_more` says whether there are others below the page.
function listArchived(state: State, call: Call): Answer {
  const channel = channelOf(state, call, call.params[0]);
  if (!may(state, channel, 'READ_MESSAGE_HISTORY')) throw apiErrors.missingAccess();
  const before = call.query.get('before');
  if (before !== null && Number.isNaN(Date.parse(before))) {
    throw invalidForm('before', { code: 'DATE_TIME_TYPE_PARSE', message: 'Could not parse the time.' });
  }
  const below = [...state.channels.values()]
    .filter((t) => t.parentId === channel.id && isThread(t) && t.archived)
    .filter(({ archivedAt }) => before === null || Date.parse(archivedAt) < Date.parse(before))
    .toSorted((a, b) => Date.parse(b.archivedAt) - Date.parse(a.archivedAt));
  const page = below.slice(0, Math.min(Number(call.query.get('limit') ?? MAX_THREADS), MAX_THREADS));
  return {
    status: 200,
    body: { threads: page.map(presentChannel), members: [], has_more: page.length < below.length },
  };
}

function remove(state: State, call: Call): Answer {
  const channel = channelOf(state, call, call.params[0]);
  // Deleting other channels requires MANAGE_CHANNELS, which no bot has here.
  if (!isThread(channel)) throw apiErrors.missingPermissions();
  demand(state, channel, 'MANAGE_THREADS');
  state.channels.delete(channel.id);
  for (const message of state.ledger) {
    if (message.channelId === channel.id) message.deletedAt ??= state.now().toISOString();
  }
  return { status: 200, body: presentChannel(channel) };
}

export const threadRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/channels\/([^/]+)\/messages\/([^/]+)\/threads$/,
    names: ['channel_id', 'message_id'],
    handle: startFromMessage,
  },
  {
    method: 'POST',
    path: /^\/channels\/([^/]+)\/threads$/,
    names: ['channel_id'],
    writes: true,
    handle: startInForum,
  },
  {
    method: 'GET',
    path: /^\/channels\/([^/]+)\/threads\/archived\/public$/,
    names: ['channel_id'],
    handle: listArchived,
  },
  { method: 'GET', path: /^\/guilds\/([^/]+)\/threads\/active$/, names: ['guild_id'], handle: listActive },
  { method: 'DELETE', path: /^\/channels\/([^/]+)$/, names: ['channel_id'], handle: remove },
];
