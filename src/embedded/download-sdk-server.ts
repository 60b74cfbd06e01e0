/**
 * A short-lived program: lets the Temporal SDK download one of its servers, and prints `path=<file>`.
 *
 *     node download-sdk-server.ts dev-server|time-skipping <folder> <version of the SDK>
 *
 * A process of its own, because the SDK's native core brings signal handlers and threads that the supervisor
 * must not have.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';

const [kind = '', folder = '', sdkVersion = ''] = process.argv.slice(2);
const before = new Set(readdirSync(folder));
const exe = {
  type: 'cached-download',
  downloadDir: folder,
  version: 'default',
  ttl: 0,
  sdkName: 'sdk-typescript',
  sdkVersion,
} as const;
const runtime = Runtime.instance();
// The SDK has no "only download": the server is started once, headless and without data, and stopped.
const server = await runtime.createEphemeralServer(
  kind === 'dev-server'
    ? {
        type: 'dev-server',
        exe,
        namespace: 'default',
        ip: '127.0.0.1',
        port: null,
        uiPort: null,
        dbFilename: null,
        ui: false,
        log: { format: 'json', level: 'error' },
        extraArgs: [],
      }
    : { type: 'time-skipping', exe, port: null, extraArgs: [] },
);
await runtime.shutdownEphemeralServer(server);
const file = readdirSync(folder).find((name) => !before.has(name)) ?? [...before][0];
console.log(`path=${join(folder, file ?? '')}`);
