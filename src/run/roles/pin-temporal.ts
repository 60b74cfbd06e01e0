/**
 * `npm run temporal:pin`: writes the checksums of Temporal's official archives, in the versions of
 * temporal/server/go.mod, into temporal/server/archives.json. From then on, a start downloads them instead of
 * building. Each is fetched, and must be what its release's own list says.
 *
 *     npm run temporal:pin
 *     npm run temporal:pin -- --host https://mirror.example    from a mirror with GitHub's paths
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { StartError } from '../../platform/start-error.ts';
import { PINS_FILE, releasedArchives, type OfficialArchive } from '../embedded/official-archives.ts';

const dispatcher = new EnvHttpProxyAgent();

async function read(url: string) {
  const response = await fetch(url, { dispatcher }).catch((error: Error) => {
    throw new StartError(
      `${url} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    );
  });
  if (!response.ok || !response.body) throw new StartError(`${url} answered ${response.status}`);
  return response.body;
}

/** @throws StartError when the archive is not what the release's list says */
async function pin(url: string, name: string, published: string): Promise<OfficialArchive> {
  const listed = published.split('\n').find((line) => line.trim().endsWith(`  ${name}`));
  if (!listed) throw new StartError(`The checksums of the release have no ${name}: see its page on GitHub`);
  const hash = createHash('sha256');
  for await (const chunk of await read(url)) hash.update(chunk as Uint8Array);
  const sha256 = hash.digest('hex');
  if (!listed.startsWith(`${sha256}  `)) {
    throw new StartError(`${url} is not what its release lists: its SHA-256 is ${sha256}`);
  }
  return { url, sha256 };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: 'https://github.com' },
      out: { type: 'string', default: PINS_FILE },
    },
  });
  const pins: Record<string, OfficialArchive[]> = {};
  for (const { platform, folder, name, checksums } of releasedArchives(values.host)) {
    const list = await new Response((await read(checksums)) as ReadableStream).text();
    (pins[platform] ??= []).push(await pin(`${folder}/${name}`, name, list));
    process.stdout.write(`${name}\n`);
  }
  // Only when all are right: half of them would be worse than none.
  writeFileSync(values.out, `${JSON.stringify(pins, null, 2)}\n`);
  process.stdout.write(`Written to ${values.out}: commit it with go.mod\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
