/**
 * The sandbox network as a separate process:
 *   node providers/_networks/sandbox/main.ts --port N --folder F
 * Prints one JSON line when it is ready. Ends with its stdin, or on SIGTERM.
 */
import http from 'node:http';
import { parseArgs } from 'node:util';
import { createSandboxNetwork } from './server.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, folder: { type: 'string' } },
});
if (!values.folder) throw new Error('--folder is required: the folder of the ledger');
const network = createSandboxNetwork(values.folder);
const server = http.createServer((request, response) => {
  network.handle(request, response).then(
    (known) => known || response.writeHead(404).end(),
    (error: unknown) => response.destroy(error as Error),
  );
});
server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
process.on('SIGTERM', () => process.exit(0));
