/** The screen that `npm start` shows once Crier is running. */
import type { Welcome } from '../../organizations/read-welcome.ts';
import type { Config } from '../../platform/config/config.ts';
import { checkUrls } from '../../http/public-url.ts';
import type { Infrastructure } from '../embedded/index.ts';
import { runsPage } from '../../../temporal/contract/words.ts';

/** `setupCode`: nobody has an account yet, and this opens the first one. */
export type ShownWelcome = Welcome & { readonly setupCode: string | null };

const WAITS =
  "  Publishing   starts once Temporal's server is built: a few minutes, this first time. Posts are stored until then";

/** Lines for the terminal. The API key is shown on the first run only. */
export function renderWelcome(shown: {
  config: Config;
  infrastructure: Infrastructure;
  welcome: ShownWelcome;
  seconds: number;
  /** false = Temporal's server has to be built first. */
  publishes: boolean;
}): string[] {
  const { config, infrastructure, welcome, seconds, publishes } = shown;
  const base = config.FRONTEND_URL ?? `http://localhost:${config.PORT}`;
  const lines = [
    '',
    `  Crier is running (started in ${seconds.toFixed(1)} s). Ctrl-C stops it.`,
    '',
    `  Web app      ${base}${welcome.setupCode ? '/setup        open it in a browser to create your account, the owner of this instance' : ''}`,
    ...(welcome.setupCode
      ? [`  Setup code   ${welcome.setupCode}        for a browser that is not on this machine`]
      : []),
    `  API          ${base}/public/v1        reference at ${base}/docs`,
    ...(config.CRIER_SANDBOX === false
      ? []
      : [`  Sandbox      ${base}/sandbox        posts to the sandbox channel appear here`]),
    ...(infrastructure.temporalUiUrl
      ? [
          `  Temporal UI  ${runsPage(infrastructure.temporalUiUrl, config.TEMPORAL_NAMESPACE)}${publishes ? '' : "        when Temporal's server is up"}`,
        ]
      : []),
    `  Data         ${config.CRIER_DATA_DIR}`,
    ...(publishes ? [] : [WAITS]),
    ...[...infrastructure.notes, ...problemsOf(config)].map((note) => `  Note         ${note}`),
    '',
  ];
  if (welcome.key) lines.push(`  Your API key, shown only once:`, '', `    ${welcome.key}`, '');
  else lines.push('  To create another API key:  npm run crier -- keys create --name NAME', '');
  if (welcome.sandboxChannelId) {
    lines.push(
      '  To schedule a post for one minute from now:',
      '',
      ...curl(base, welcome.key ?? 'YOUR_API_KEY', welcome.sandboxChannelId).map((l) => `    ${l}`),
      '',
    );
  }
  return lines;
}

/** What cannot work with the configured URLs; "doctor" reports it too, and the log. */
const problemsOf = (config: Config): string[] =>
  checkUrls(config, null).map(({ detail, fix }) => `${detail}. ${fix}`);

function curl(base: string, key: string, channelId: string): string[] {
  return [
    `curl -X POST ${base}/public/v1/posts -H 'Authorization: ${key}' -H 'Content-Type: application/json' \\`,
    `  -d '{"type":"schedule","date":"'"$(node -p 'new Date(Date.now()+60000).toISOString()')"'","posts":[{"integration":{"id":"${channelId}"},"value":[{"content":"Hello from Crier"}]}]}'`,
  ];
}
