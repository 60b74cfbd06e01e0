import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../servers/server.ts';
import { startMachines, type Machines } from './machines.ts';

/** Prints what the server at this address sends, or `silence` when that is nothing for a second. */
const ASK = `
  const socket = require('node:net').connect(process.argv[2], process.argv[1]);
  socket.on('data', (data) => console.log(String(data)));
  socket.setTimeout(1000, () => { console.log('silence'); process.exit(); });`;

describe('machines of the faults', () => {
  let machines: Machines | null;
  let server: Server;
  beforeAll(async () => {
    machines = await startMachines({ one: '127.0.0.51', two: '127.0.0.52' });
    server = createServer((socket) => socket.end(String(socket.remoteAddress)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await machines?.stop();
    server.close();
  });

  const ask = async (machine: string): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    const args = ['-e', ASK, '127.0.0.1', String(port)];
    const spec = machines?.place(machine, { name: machine, command: process.execPath, args });
    return (await run(spec?.command ?? '', spec?.args ?? [])).trim();
  };

  // Elsewhere the fault says that it cut nothing off.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? it : it.skip;

  asRoot('reach 127.0.0.1, each from its own address, except while they are cut off', async () => {
    expect(await ask('one')).toBe('127.0.0.51');
    await machines?.cutOff('one');
    expect(await Promise.all([ask('one'), ask('two')])).toEqual(['silence', '127.0.0.52']);
    await machines?.reconnect('one');
    expect(await ask('one')).toBe('127.0.0.51');
  });
});
