/**
 * A short-lived program: lets the Temporal SDK download its test server, and prints `path=<file>`.
 *
 *     node download-sdk-server.ts <folder> <version of the SDK>
 *
 * A process of its own, because the SDK's native core brings signal handlers and threads that the supervisor
 * must not have.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';

const [folder = '', sdkVersion = ''] = process.argv.slice(2);
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
// The SDK has no "only download": the server is started once and stopped.
const server = await runtime.createEphemeralServer({ type: 'time-skipping', exe, port: null, extraArgs: [] });
await runtime.shutdownEphemeralServer(server);
const file = readdirSync(folder).find((name) => !before.has(name)) ?? [...before][0];
console.log(`path=${join(folder, file ?? '')}`);
