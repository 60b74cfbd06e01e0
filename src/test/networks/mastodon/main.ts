/**
 * Runs the stand-in as a separate process, for tests that kill other processes:
 *   node src/test/networks/mastodon/main.ts --port N [--software gotosocial] [--requests-per-5-minutes N]
 * Prints one JSON line `{url, accountId, token}` once it is listening,
 * serves its ledger at GET /__ledger, and exits when its stdin closes or on SIGTERM.
 */
import { parseArgs } from 'node:util';
import { MASTODON_LIMITS } from './state.ts';
import { startMastodon } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    software: { type: 'string', default: 'mastodon' },
    'requests-per-5-minutes': { type: 'string', default: String(MASTODON_LIMITS.requestsPer5Minutes) },
  },
});
const mastodon = await startMastodon({
  port: Number(values.port),
  software: values.software,
  limits: { requestsPer5Minutes: Number(values['requests-per-5-minutes']) },
});
const { id: accountId, token } = mastodon.createAccount({ username: 'crier' });

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await mastodon.stop();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.stdin
  .on('end', () => void end())
  .on('close', () => void end())
  .resume();
process.stdout.write(`${JSON.stringify({ url: mastodon.url, accountId, token })}\n`);
