import { describe, expect, it } from '@jest/globals';
import net from 'node:net';
import { assertPortFree, freePort } from './ports.ts';

const wanted = (port: number) => ({ port, variable: 'TEMPORAL_PORT', what: 'the Temporal server' });

describe('ports', () => {
  it('accepts a free port', async () => {
    await expect(assertPortFree(wanted(await freePort()))).resolves.toBeUndefined();
  });

  it('names a busy port, who holds it, and the setting that changes it', async () => {
    const port = await freePort();
    const server = net.createServer().listen(port, '127.0.0.1');
    try {
      await expect(assertPortFree(wanted(port))).rejects.toThrow(
        new RegExp(
          `^Port ${port} for the Temporal server is in use by process ${process.pid} \\(.*\\): set TEMPORAL_PORT to another port`,
        ),
      );
    } finally {
      server.close();
    }
  });

  it('keeps a preferred port that is free and replaces one that is not', async () => {
    const port = await freePort();
    expect(await freePort(port)).toBe(port);
    const server = net.createServer().listen(port, '127.0.0.1');
    try {
      expect(await freePort(port)).not.toBe(port);
    } finally {
      server.close();
    }
  });
});
