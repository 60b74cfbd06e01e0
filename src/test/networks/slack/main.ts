/**
 * Runs the workspace as a separate process, for tests that kill other processes:
 *   node src/test/networks/slack/main.ts --port N [--post-burst N]
 * Prints one JSON line `{url, apiUrl, token, channel}` once it is listening,
 * serves its ledger at GET /__ledger, and exits when its stdin closes or on SIGTERM.
 */
import { parseArgs } from 'node:util';
import { startSlack } from './server.ts';
import { SLACK_LIMITS } from './state.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'post-burst': { type: 'string', default: String(SLACK_LIMITS.postBurst) },
  },
});
const slack = await startSlack({
  port: Number(values.port),
  limits: { postBurst: Number(values['post-burst']) },
});

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await slack.stop();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.stdin
  .on('end', () => void end())
  .on('close', () => void end())
  .resume();
process.stdout.write(
  `${JSON.stringify({
    url: slack.url,
    apiUrl: `${slack.url}/api`,
    token: slack.createToken(),
    channel: slack.channels.general,
  })}\n`,
);
