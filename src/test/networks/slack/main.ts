/**
 * Runs the workspace as a separate process, for tests that kill other processes:
 *   node src/test/networks/slack/main.ts --port N [--post-burst N]
 * Prints `{url, apiUrl, token, channel}` once it is listening.
 */
import { parseArgs } from 'node:util';
import { runAlone } from '../_shared/run-alone.ts';
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
runAlone(slack, { apiUrl: `${slack.url}/api`, token: slack.createToken(), channel: slack.channels.general });
