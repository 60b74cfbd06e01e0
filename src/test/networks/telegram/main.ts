/**
 * Runs the stand-in as a separate process, for tests that kill other processes:
 *   node src/test/networks/telegram/main.ts --port N
 * Prints one JSON line `{url, token, chat}` once it is listening,
 * serves its ledger at GET /__ledger, and exits when its stdin closes or on SIGTERM.
 */
import { parseArgs } from 'node:util';
import { startTelegram } from './server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const telegram = await startTelegram({ port: Number(values.port) });
const bot = telegram.createBot();
const chat = telegram.createChat({ title: 'Crier', username: 'crier' }, [{ bot }]);

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await telegram.stop();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.stdin
  .on('end', () => void end())
  .on('close', () => void end())
  .resume();
process.stdout.write(
  `${JSON.stringify({ url: telegram.url, token: bot.token, chat: `@${chat.username}` })}\n`,
);
