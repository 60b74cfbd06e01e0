/** Users, channels and servers as the API returns them. */
import { isForum, isThread, type Bot, type Channel, type Guild } from './state.ts';

export function presentUser(bot: Bot): Record<string, unknown> {
  return {
    id: bot.id,
    username: bot.username,
    discriminator: '0',
    global_name: null,
    avatar: null,
    bot: true,
    public_flags: 0,
  };
}

/** A thread also has its metadata and owner. */
export function presentChannel(channel: Channel): Record<string, unknown> {
  const shared = {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    name: channel.name,
    parent_id: channel.parentId,
    last_message_id: channel.lastMessageId,
    flags: channel.requireTag ? 16 : 0,
    ...(isForum(channel) ? { available_tags: channel.tags } : {}),
    ...(channel.appliedTags.length ? { applied_tags: channel.appliedTags } : {}),
  };
  if (!isThread(channel)) {
    return {
      ...shared,
      position: 0,
      permission_overwrites: [],
      nsfw: false,
      topic: null,
      rate_limit_per_user: 0,
    };
  }
  return {
    ...shared,
    owner_id: channel.ownerId,
    thread_metadata: {
      archived: channel.archived,
      archive_timestamp: channel.archivedAt,
      locked: channel.locked,
      auto_archive_duration: 4320,
    },
  };
}

/** The approximate counts are included only on request. */
export function presentGuild(guild: Guild, withCounts: boolean): Record<string, unknown> {
  const members = guild.bots.size + guild.people.length;
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    owner_id: guild.people[0]?.id ?? null,
    premium_tier: guild.premiumTier,
    roles: guild.roles,
    features: [],
    ...(withCounts ? { approximate_member_count: members, approximate_presence_count: guild.bots.size } : {}),
  };
}
