/** The archives that Temporal publishes, from a front of our own with GitHub's paths. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runProgram } from '../../platform/processes.ts';
import { buildWorld, type World } from './fixtures/world.ts';
import { runJob, type Job } from './jobs.ts';
import { NAMES_IN_ARCHIVES, pinnedArchives, readPins, releasedArchives } from './official-archives.ts';
import { officialServer, temporalFolder } from './temporal-binaries.ts';
import { FILES, TARGETS } from './temporal-versions.ts';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

describe('the archives of Temporal’s releases', () => {
  let world: World;
  let host: string;
  let front: http.Server;
  const published = new Map<string, Buffer>();
  let files: Map<string, Buffer>;
  let out: string;

  beforeAll(async () => {
    world = buildWorld();
    front = http.createServer(({ url = '' }, response) => {
      const bytes = files.get(url);
      response.writeHead(bytes ? 200 : 404).end(bytes);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    host = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const lists = new Map<string, string>();
    for (const { folder, name, checksums } of releasedArchives('')) {
      const source = join(world.dataDir, name);
      const names = Object.keys(NAMES_IN_ARCHIVES).filter(
        (program) => (program === 'ui-server') === name.startsWith('ui-server'),
      );
      mkdirSync(source);
      for (const program of names) writeFileSync(join(source, program), `#!/bin/sh\necho ${program}\n`);
      await runProgram('tar', ['-czf', `${source}.tar.gz`, '-C', source, ...names]);
      const bytes = readFileSync(`${source}.tar.gz`);
      published.set(`${folder}/${name}`, bytes);
      lists.set(checksums, `${lists.get(checksums) ?? ''}${sha256(bytes)}  ${name}\n`);
    }
    for (const [path, list] of lists) published.set(path, Buffer.from(list));
  });
  beforeEach(() => {
    files = new Map(published);
    out = join(world.dataDir, `archives-${Math.random()}.json`);
  });
  afterAll(async () => {
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
    await world.dispose();
  });

  const pin = () =>
    runProgram(process.execPath, ['src/run/roles/pin-temporal.ts', '--host', host, '--out', out]).catch(
      (error: Error) => error.message,
    );
  const [[changed = ''] = []] = [...releasedArchives('')].map(({ folder, name }) => [`${folder}/${name}`]);

  it('are pinned for each platform, and used as programs of ours', async () => {
    expect(await pin()).toContain(`Written to ${out}`);
    const pins = readPins(out);
    expect(Object.keys(pins)).toEqual(TARGETS.map(({ os, arch }) => `${os}-${arch}`));
    const archives = pinnedArchives('linux-x64', pins);
    const said: string[] = [];
    const cacheDir = join(world.dataDir, 'cache');
    const found = await officialServer(cacheDir, (line) => void said.push(line), { archives });
    expect(
      await Promise.all([found.server, found.sqlTool, found.ui].map((file) => runProgram(file, []))),
    ).toEqual(['temporal-server\n', 'temporal-sql-tool\n', 'ui-server\n']);
    expect(said).toEqual(['Downloading the Temporal server (once)']);
    expect(readdirSync(temporalFolder(cacheDir)).toSorted()).toEqual(['SHA256SUMS', ...FILES].toSorted());
    expect(readdirSync(cacheDir)).toHaveLength(1);
  });

  it('are not pinned when one is not what its release lists, or is missing', async () => {
    files.set(changed, Buffer.from('something else'));
    expect(await pin()).toContain(
      `is not what its release lists: its SHA-256 is ${sha256('something else')}`,
    );
    files.delete(changed);
    expect(await pin()).toContain(`${changed} answered 404`);
    expect(existsSync(out)).toBe(false);
  });

  it('are neither unpacked nor run when they changed after that: the server is built', async () => {
    await pin();
    files.set(changed, Buffer.from('something else'));
    const said: string[] = [];
    const run = (job: Job): Promise<string> =>
      job.command === 'go' ? Promise.reject(new Error('it is tried')) : runJob(job);
    const cacheDir = join(world.dataDir, 'another cache');
    const archives = pinnedArchives('linux-x64', readPins(out));
    await expect(
      officialServer(cacheDir, (line) => void said.push(line), { archives, run }),
    ).rejects.toThrow();
    expect(said[1]).toMatch(/is not the file that was published.* It is built instead$/);
    expect(existsSync(temporalFolder(cacheDir))).toBe(false);
  });

  it('are those of the versions in go.mod, or none', async () => {
    await pin();
    const pins = JSON.parse(readFileSync(out, 'utf8').replaceAll('/download/v', '/download/v9')) as object;
    writeFileSync(out, JSON.stringify(pins));
    expect(pinnedArchives('linux-x64', readPins(out))).toBeUndefined();
    expect([pinnedArchives('aix-ppc64'), readPins(join(world.dataDir, 'nowhere'))]).toEqual([undefined, {}]);
  });
});
