import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../platform/processes.ts';
import { CLI_VERSION, cliArchive } from './cli-archive.ts';
import { cachedCli, downloadCli } from './cli-download.ts';
import { TARGETS } from './temporal-versions.ts';

describe('the Temporal CLI that is downloaded', () => {
  let server: http.Server;
  let url: string;
  let body: Buffer;
  let asked = 0;
  let cacheDir: string;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-cli-archive-'));
    writeFileSync(join(folder, 'temporal'), '#!/bin/sh\necho it runs\n');
    await runProgram('tar', ['-czf', join(folder, 'a.tar.gz'), '-C', folder, 'temporal']);
    body = readFileSync(join(folder, 'a.tar.gz'));
    rmSync(folder, { recursive: true });
    server = http.createServer((_, response) => {
      asked++;
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/temporal.tar.gz`;
  });
  beforeEach(() => {
    cacheDir = mkdtempSync(join(tmpdir(), 'crier-cli-cache-'));
    asked = 0;
  });
  afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('is kept and run if it is the one that was published, and downloaded once', async () => {
    expect(await cachedCli(cacheDir)).toBeNull();
    const archive = { url, sha256: sha256(body) };
    const program = await downloadCli(cacheDir, { archive });
    expect(await runProgram(program, [])).toContain('it runs');
    expect([await downloadCli(cacheDir, { archive }), await cachedCli(cacheDir), asked]).toEqual([
      program,
      program,
      1,
    ]);
    writeFileSync(program, 'something else');
    expect(await cachedCli(cacheDir)).toBeNull();
  });

  it('is neither unpacked nor kept if it is anything else', async () => {
    const archive = { url, sha256: sha256(Buffer.from('what was published')) };
    await expect(downloadCli(cacheDir, { archive })).rejects.toThrow(/is not the file that was published/);
    expect(readdirSync(cacheDir)).toEqual([]);
  });

  it('is known by its checksum for every platform that a release is for', () => {
    for (const { os, arch } of TARGETS) {
      expect(cliArchive(os, arch)).toEqual({
        url: expect.stringMatching(`^https://.*/v${CLI_VERSION}/temporal_cli_${CLI_VERSION}_`),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
    expect(cliArchive('aix', 'ppc64')).toBeUndefined();
  });
});
