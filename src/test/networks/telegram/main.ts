/**
 * Runs the stand-in as a separate process, for tests that kill other processes:
 *   node src/test/networks/telegram/main.ts --port N
 * Prints `{url, token, chat}` once it is listening.
 */
import { parseArgs } from 'node:util';
import { runAlone } from '../_shared/run-alone.ts';
import { startTelegram } from './server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const telegram = await startTelegram({ port: Number(values.port) });
const bot = telegram.createBot();
const chat = telegram.createChat({ title: 'Crier', username: 'crier' }, [{ bot }]);
runAlone(telegram, { token: bot.token, chat: `@${chat.username}` });
