/**
 * Runs the stand-in as a separate process, for tests that kill other processes:
 *   node src/test/networks/discord/main.ts --port N [--messages-per-bucket N]
 * Prints one JSON line `{url, guildId, channelId, botId, token}` once it is listening,
 * serves its ledger at GET /__ledger, and exits when its stdin closes or on SIGTERM.
 */
import { parseArgs } from 'node:util';
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

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await discord.stop();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.stdin
  .on('end', () => void end())
  .on('close', () => void end())
  .resume();
process.stdout.write(`${JSON.stringify({ url: discord.url, guildId, channelId, botId, token })}\n`);
