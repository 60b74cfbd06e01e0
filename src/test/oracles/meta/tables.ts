/**
 * Meta's tables of the Graph API, which its own Python client (PyPI) carries: for each edge, its parameters
 * with their types, and for each object its fields. They are fetched into the cache, pinned by a checksum,
 * and never copied into the project.
 */
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '../../../platform/config/config.ts';
import { cacheFolder, run } from '../../servers/server.ts';
import { ensureFetched } from '../fetched.ts';

const CLIENT = {
  name: 'facebook-business',
  version: '26.0.3',
  sha256: '2098d93477125ed1ff64e5af0d19fd4abe7f08631a7caa7bbda167730bf6c453',
} as const;
const INSIDE = 'facebook_business/adobjects';

const folder = (): string => cacheFolder(`meta-tables-${CLIENT.version}`);

/** One call of an object: `POST /media`, or `GET /` for the object itself. */
export interface Edge {
  readonly method: string;
  readonly endpoint: string;
  /** `string`, `unsigned int`, `list<string>`, `map`, `upload_phase_enum` and others. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Values of the parameters whose type is an enum, in upper case. */
  readonly enums: Readonly<Record<string, readonly string[]>>;
  /** The kind of object in the answer (`igmedia`). */
  readonly answers: string;
}

/** One kind of object. */
export interface Table {
  readonly fields: ReadonlySet<string>;
  readonly edges: readonly Edge[];
}

/** The tables as a server of the tests, so that tests without them are skipped by name and reason. */
export const tables = {
  name: 'meta-tables',

  /** @throws Unavailable, with what would help */
  ensure: (log: (line: string) => void): Promise<void> =>
    ensureFetched(folder(), "Meta's tables need python3 with pip, and PyPI", (building) => {
      log("fetching Meta's tables of the Graph API (2 MB)");
      return fetchInto(building);
    }),

  /** The table of a kind of object (`iguser`); `ensure` comes first. */
  read: (name: string): Table => parseTable(readFileSync(join(folder(), INSIDE, `${name}.py`), 'utf8')),
} as const;

async function fetchInto(building: string): Promise<void> {
  const list = join(building, 'requirements.txt');
  await writeFile(list, `${CLIENT.name}==${CLIENT.version} --hash=sha256:${CLIENT.sha256}\n`);
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
  await run('python3', [...pip, '--dest', building, '--requirement', list], { env: childEnv() });
  const wheel = join(building, `${CLIENT.name.replaceAll('-', '_')}-${CLIENT.version}-py3-none-any.whl`);
  // A wheel is a zip, which the standard library of Python unpacks.
  await run('python3', ['-m', 'zipfile', '-e', wheel, building], { env: childEnv() });
  await rm(wheel);
}

const EDGE =
  /param_types = \{(?<types>[^}]*)\}\s+enums = \{(?<enums>[^}]*)\}\s+request = FacebookRequest\(\s*node_id=self\['id'\],\s*method='(?<method>\w+)',\s*endpoint='(?<endpoint>[^']*)',.*?target_class=(?<target>\w+)/gs;

/** The client is generated: every edge has the same form, and its tables are literals. */
export function parseTable(source: string): Table {
  const fields = /class Field\(AbstractObject\.Field\):\n(?<lines>(?: {8}.*\n|\n)*)/.exec(source)?.groups
    ?.lines;
  return {
    fields: new Set([...(fields ?? '').matchAll(/= '(?<name>[^']+)'/g)].map(([, name]) => name ?? '')),
    edges: [...source.matchAll(EDGE)].map(({ groups = {} }) => ({
      method: groups.method ?? '',
      endpoint: groups.endpoint ?? '',
      parameters: Object.fromEntries(
        [...(groups.types ?? '').matchAll(/'(?<name>[^']+)': '(?<type>[^']+)'/g)].map(([, name, type]) => [
          name,
          type,
        ]),
      ) as Record<string, string>,
      enums: Object.fromEntries(
        [...(groups.enums ?? '').matchAll(/'(?<name>[^']+)': (?:\w+\.)(?<type>\w+)\./g)].map(
          ([, name, type]) => [name, valuesOf(source, type ?? '')],
        ),
      ) as Record<string, string[]>,
      answers: (groups.target ?? '').toLowerCase(),
    })),
  };
}

function valuesOf(source: string, name: string): string[] {
  const lines = new RegExp(`class ${name}:\\n((?: {8}.*\\n)*)`).exec(source)?.[1] ?? '';
  return [...lines.matchAll(/= '(?<value>[^']*)'/g)].map(([, value]) => (value ?? '').toUpperCase());
}
