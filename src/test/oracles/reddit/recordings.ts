/**
 * Exchanges with the real Reddit, which PRAW and prawcore (PyPI, BSD-2-Clause) carry as the data of their own
 * tests. They are fetched into the cache, pinned by their checksums, and never copied into the project.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { childEnv } from '../../../platform/config/config.ts';
import { cacheFolder, run } from '../../servers/server.ts';
import { ensureFetched } from '../fetched.ts';

const SOURCES = [
  {
    name: 'praw',
    version: '8.0.3',
    sha256: '9b1428eb27e75420010713a5d6e86e7444540164efbb89eba6e693df0a10a512',
  },
  {
    name: 'prawcore',
    version: '4.0.0',
    sha256: 'c7e4d6e1b71e2b9c88680aee467e3e07d22df4c91bb01488ce2a3ab43d76b076',
  },
] as const;

/** One exchange. Names, tokens and subreddits were replaced (`<TEST_SUBREDDIT>`) before it was published. */
export interface Exchange {
  /** The file that it stands in, for messages. */
  readonly file: string;
  readonly method: string;
  readonly url: URL;
  readonly requestHeaders: Headers;
  readonly requestBody: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const folder = (): string => cacheFolder(`reddit-recordings-${SOURCES.map((s) => s.version).join('-')}`);

/** The recordings as a server of the tests, so that tests without them are skipped by name and reason. */
export const recordings = {
  name: 'reddit-recordings',

  /** @throws Unavailable, with what would help */
  ensure: (log: (line: string) => void): Promise<void> =>
    ensureFetched(folder(), 'the recorded exchanges need python3 with pip, tar and PyPI', (building) => {
      log('fetching the exchanges with Reddit that PRAW has recorded (25 MB)');
      return fetchInto(building);
    }),

  /** Those of the files whose names match; `ensure` comes first. */
  read(name: RegExp): Exchange[] {
    return SOURCES.flatMap((source) => {
      const at = join(folder(), source.name);
      return readdirSync(at)
        .filter((file) => name.test(file))
        .toSorted()
        .flatMap((file) => readFile(join(at, file)));
    });
  },
} as const;

async function fetchInto(building: string): Promise<void> {
  const wanted = SOURCES.map(({ name, version, sha256 }) => `${name}==${version} --hash=sha256:${sha256}\n`);
  const list = join(building, 'requirements.txt');
  await writeFile(list, wanted.join(''));
  const pip = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--no-binary',
    'praw,prawcore',
    '--require-hashes',
  ];
  await run('python3', [...pip, '--dest', building, '--requirement', list], { env: childEnv() });
  for (const { name, version } of SOURCES) {
    const inside = `${name}-${version}/tests/integration/cassettes`;
    await mkdir(join(building, name));
    const archive = join(building, `${name}-${version}.tar.gz`);
    await run('tar', ['-xzf', archive, '-C', join(building, name), '--strip-components=4', inside]);
    await rm(archive);
  }
}

interface RecordedBody {
  readonly string?: string;
  readonly base64_string?: string;
}

interface Recorded {
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly headers: Record<string, string[]>;
    readonly body: string | RecordedBody | null;
  };
  readonly response: {
    readonly status: { readonly code: number };
    readonly headers: Record<string, string[]>;
    readonly body: string | RecordedBody | null;
  };
}

function readFile(path: string): Exchange[] {
  const { interactions } = JSON.parse(readFileSync(path, 'utf8')) as { interactions: Recorded[] };
  return interactions.map(({ request, response }) => ({
    file: basename(path, '.json'),
    method: request.method,
    url: new URL(request.uri),
    requestHeaders: toHeaders(request.headers),
    requestBody: toText(request.body),
    status: response.status.code,
    headers: toHeaders(response.headers),
    body: toText(response.body),
  }));
}

function toHeaders(recorded: Record<string, string[]>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(recorded)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

function toText(body: string | RecordedBody | null): string {
  if (typeof body === 'string') return body;
  if (!body?.base64_string) return body?.string ?? '';
  const bytes = Buffer.from(body.base64_string, 'base64');
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
}
