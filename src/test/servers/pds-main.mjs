// Bluesky's own PDS with an in-memory PLC directory, on loopback, with its data in a folder of its own.
//   node pds-main.mjs <folder with node_modules> <data folder> <pds port> <plc port> [limits]
// Prints {"ready":true} when it answers. Standard input takes commands; its end (the parent is gone) stops
// the server.
//   advance <milliseconds>    moves the server's clock ahead, so that tokens really expire
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';

const [installed, data, port, plcPort, mode] = process.argv.slice(2);

// Neither server has a setting for the address that it listens on.
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (at, ...rest) {
  if (typeof at === 'number' && typeof rest[0] !== 'string') {
    return listen.call(this, at, '127.0.0.1', ...rest);
  }
  if (at && typeof at === 'object' && 'port' in at) {
    return listen.call(this, { ...at, host: '127.0.0.1' }, ...rest);
  }
  return listen.call(this, at, ...rest);
};

let ahead = 0;
const RealDate = globalThis.Date;
globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length) super(...parts);
    else super(RealDate.now() + ahead);
  }
  static now() {
    return RealDate.now() + ahead;
  }
};

process.env.LOG_ENABLED = 'false'; // the log would go to standard output, between our answers
const require = createRequire(path.join(installed, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { PDS } = await load('@atproto/pds');
const { default: plc } = await load('@did-plc/server');

fs.mkdirSync(path.join(data, 'data'), { recursive: true });
const directory = plc.PlcServer.create({ db: plc.Database.mock(), port: Number(plcPort) });
await directory.start();
const pds = await PDS.fromEnv({
  devMode: true, // plain http and private addresses
  hostname: 'localhost', // the service is did:web:localhost and its handles end with .test
  port: Number(port),
  dataDirectory: path.join(data, 'data'),
  blobstoreDiskLocation: path.join(data, 'blobs'),
  didPlcUrl: `http://localhost:${plcPort}`, // it refuses to look a DID up at an IP address
  adminPassword: 'admin-pass',
  jwtSecret: randomBytes(16).toString('hex'),
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  serviceHandleDomains: ['.test'],
  inviteRequired: false,
  disableSsrfProtection: true,
  rateLimitsEnabled: mode === 'limits',
});
await pds.start();

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  const ended = await Promise.allSettled([pds.destroy(), directory.destroy()]);
  for (const { reason } of ended) if (reason) console.error(reason);
  fs.rmSync(data, { recursive: true, force: true });
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
readline
  .createInterface({ input: process.stdin })
  .on('close', stop)
  .on('line', (line) => {
    const [command, amount] = line.split(' ');
    if (command === 'advance') ahead += Number(amount);
    console.log(JSON.stringify({ done: line }));
  });
console.log(JSON.stringify({ ready: true }));
