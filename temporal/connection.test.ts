import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { NativeConnection } from '@temporalio/worker';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { installQuietRuntime } from '../src/test/quiet-temporal.ts';
import { describeWith } from '../src/test/servers/server.ts';
import { makeCertificate, openssl } from '../src/test/servers/tls-front.ts';
import { createTemporalClient, readStoreId } from './client.ts';
import { temporalTls } from './connection.ts';

const NONE = {
  TEMPORAL_TLS: false,
  TEMPORAL_TLS_CLIENT_CERT_PATH: undefined,
  TEMPORAL_TLS_CLIENT_KEY_PATH: undefined,
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: undefined,
  TEMPORAL_TLS_SERVER_NAME: undefined,
};

describeWith([openssl], 'a Temporal that asks for a client certificate', () => {
  let crier: TestInstance;
  let folder: string;
  let front: tls.Server;
  const file = (name: string): string => join(folder, name);
  const settings = (more: object = {}) => ({
    ...crier.context.config,
    TEMPORAL_ADDRESS: `127.0.0.1:${(front.address() as AddressInfo).port}`,
    TEMPORAL_TLS_CLIENT_CERT_PATH: file('client.pem'),
    TEMPORAL_TLS_CLIENT_KEY_PATH: file('client-key.pem'),
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: file('server.pem'),
    TEMPORAL_TLS_SERVER_NAME: 'temporal.internal',
    ...more,
  });

  beforeAll(async () => {
    installQuietRuntime();
    crier = await startInstance();
    folder = mkdtempSync(join(tmpdir(), 'crier-temporal-tls-'));
    // No authorities: what rustls takes from a server.
    const [server, client] = await Promise.all([
      makeCertificate('temporal.internal', 'basicConstraints=critical,CA:FALSE'),
      makeCertificate('crier.internal', 'basicConstraints=critical,CA:FALSE'),
    ]);
    writeFileSync(file('server.pem'), server.cert);
    writeFileSync(file('client.pem'), client.cert);
    writeFileSync(file('client-key.pem'), client.key);
    const [host, port] = (crier.context.config.TEMPORAL_ADDRESS ?? '').split(':');
    front = tls.createServer(
      { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] },
      (socket) => {
        const onward = connect(Number(port), host);
        for (const end of [socket, onward]) end.on('error', () => (socket.destroy(), onward.destroy()));
        socket.pipe(onward).pipe(socket);
      },
    );
    front.on('tlsClientError', () => undefined); // what the refusals below are about
    await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  });
  afterAll(async () => {
    front?.close();
    await crier?.stop();
    rmSync(folder, { recursive: true });
  });

  it('answers the API and the worker', async () => {
    const client = createTemporalClient(settings());
    expect(await readStoreId(client)).toBe(await crier.context.storeId());
    await client.connection.close();
    const { TEMPORAL_ADDRESS: address } = settings();
    const worker = await NativeConnection.connect({ address, tls: temporalTls(settings()) });
    await worker.close();
  });

  it('is not reached without the certificate, or under another name', async () => {
    const without = { TEMPORAL_TLS_CLIENT_CERT_PATH: undefined, TEMPORAL_TLS_CLIENT_KEY_PATH: undefined };
    for (const more of [without, { TEMPORAL_TLS_SERVER_NAME: 'other.internal' }]) {
      const client = createTemporalClient(settings(more));
      const asked = client.connection.withDeadline(Date.now() + 3000, () => readStoreId(client));
      await expect(asked).rejects.toThrow();
      await client.connection.close();
    }
  });
});

describe('TLS to Temporal', () => {
  it('is off, on, or by files', () => {
    expect(temporalTls(NONE)).toBeUndefined();
    expect(temporalTls({ ...NONE, TEMPORAL_TLS: true })).toBe(true);
    expect(temporalTls({ ...NONE, TEMPORAL_TLS_SERVER_NAME: 'temporal.internal' })).toEqual({
      serverNameOverride: 'temporal.internal',
    });
  });

  it('needs the key of a certificate, and files that can be read', () => {
    const path = import.meta.filename;
    expect(() => temporalTls({ ...NONE, TEMPORAL_TLS_CLIENT_CERT_PATH: path })).toThrow(
      'TEMPORAL_TLS_CLIENT_KEY_PATH is missing: a client certificate needs its key',
    );
    expect(() => temporalTls({ ...NONE, TEMPORAL_TLS_CLIENT_KEY_PATH: path })).toThrow(
      'TEMPORAL_TLS_CLIENT_CERT_PATH is missing: a client certificate needs its key',
    );
    expect(() => temporalTls({ ...NONE, TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere.pem' })).toThrow(
      /^TEMPORAL_TLS_SERVER_CA_CERT_PATH names a file that cannot be read: ENOENT/,
    );
  });
});
