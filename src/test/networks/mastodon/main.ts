/**
 * Runs the stand-in as a separate process, for tests that kill other processes:
 *   node src/test/networks/mastodon/main.ts --port N [--software gotosocial] [--requests-per-5-minutes N]
 * Prints `{url, accountId, token}` once it is listening.
 */
import { parseArgs } from 'node:util';
import { runAlone } from '../_shared/run-alone.ts';
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
runAlone(mastodon, { accountId, token });
