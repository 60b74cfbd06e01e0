/**
 * Runs the stand-in as a separate process, for tests that kill other processes:
 *   node src/test/networks/discord/main.ts --port N [--messages-per-bucket N]
 * Prints `{url, guildId, channelId, botId, token}` once it is listening.
 */
import { parseArgs } from 'node:util';
import { runAlone } from '../_shared/run-alone.ts';
import { startDiscord } from './server.ts';
import { DISCORD_LIMITS } from './state.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'messages-per-bucket': { type: 'string', default: String(DISCORD_LIMITS.messagesPerBucket) },
  },
});
const discord = await startDiscord({
  port: Number(values.port),
  limits: { messagesPerBucket: Number(values['messages-per-bucket']) },
});
const { id: botId, token } = discord.createBot('crier');
const guildId = discord.createGuild({ name: 'Ada & Co', bots: [botId], people: ['ada'] });
const channelId = discord.createChannel({ guild: guildId, name: 'news' });
runAlone(discord, { guildId, channelId, botId, token });
