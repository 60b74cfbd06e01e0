// Bluesky's own development network: a PDS and the AppView that its clients ask, on loopback.
//   node bluesky-main.mjs <folder with node_modules> <database> <redis host:port>
// Prints {"pds","appView"} when both answer. It stops when its standard input ends.
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [installed, database, redis] = process.argv.slice(2);

// The servers have no setting for the address that they listen on.
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

process.env.LOG_ENABLED = 'false';
process.env.REDIS_HOST = redis;
const require = createRequire(path.join(installed, 'package.json'));
const { TestNetwork } = await import(pathToFileURL(require.resolve('@atproto/dev-env')).href);
const port = Number(process.env.APP_VIEW_PORT);
const network = await TestNetwork.create({
  dbPostgresUrl: database,
  dbPostgresSchema: 'pictures',
  bsky: { port, publicUrl: `http://localhost:${port}` },
});
console.log(JSON.stringify({ pds: network.pds.url, appView: network.bsky.url }));
process.stdin.on('close', () => process.exit(0)).resume();
