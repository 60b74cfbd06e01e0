/**
 * The Google My Business API v4, which Google's discovery documents have no more. A client for Rust was
 * generated from its document while it was there (crates.io, google-mybusiness4, MIT): its types have the
 * names and kinds of all fields, and are read back into a document. It is fetched into the cache, pinned by a
 * checksum, and never copied into the project.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '../../../platform/config/config.ts';
import { cacheFolder, run } from '../../servers/server.ts';
import { ensureFetched } from '../fetched.ts';
import type { Discovery } from './discovery.ts';

const CRATE = {
  name: 'google-mybusiness4',
  version: '7.0.0',
  sha256: '589d0ecffb182e1987b674b136e23531c4df0172eab95d846d76f9eca96b600c',
} as const;
const SOURCE = 'api.rs';

const folder = (): string => cacheFolder(`${CRATE.name}-${CRATE.version}`);

/** The client's types as a server of the tests, so that tests without them are skipped by name and reason. */
export const mybusiness4 = {
  name: 'google-mybusiness4',

  /** @throws Unavailable, with what would help */
  ensure: (log: (line: string) => void): Promise<void> =>
    ensureFetched(folder(), 'The types of the My Business API v4 need cargo, and crates.io', (building) => {
      log("fetching the types of Google's My Business API v4 (with the crates that it needs, 30 MB)");
      return fetchInto(building);
    }),

  /** `ensure` comes first. */
  read: (): Discovery => toDocument(readFileSync(join(folder(), SOURCE), 'utf8')),
} as const;

async function fetchInto(building: string): Promise<void> {
  const work = join(building, 'work');
  await mkdir(join(work, 'src'), { recursive: true });
  await writeFile(join(work, 'src', 'lib.rs'), '');
  await writeFile(
    join(work, 'Cargo.toml'),
    `[package]\nname = "types"\nversion = "0.1.0"\n[dependencies]\n${CRATE.name} = "=${CRATE.version}"\n`,
  );
  await run('cargo', ['vendor', '--quiet', 'crates'], { cwd: work, env: childEnv() });
  const source = join(work, 'crates', CRATE.name, 'src', SOURCE);
  const digest = createHash('sha256')
    .update(await readFile(source))
    .digest('hex');
  if (digest !== CRATE.sha256) throw new Error(`${SOURCE} has the checksum ${digest}`);
  await copyFile(source, join(building, SOURCE));
  await rm(work, { recursive: true });
}

const POSTS = 'v4/accounts/{accountsId}/locations/{locationsId}/localPosts';
const POST = `${POSTS}/{localPostsId}`;

/**
 * The methods of posts, with the types of all bodies.
 *
 * @throws if the source is not of the form that is read here
 */
export function toDocument(source: string): Discovery {
  const schemas = Object.fromEntries(
    [...source.matchAll(/^pub struct (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [
      name,
      { type: 'object', properties: fieldsOf(body) },
    ]),
  );
  const isThere = ['LocalPost', 'ListLocalPostsResponse', 'Empty'].every((name) => name in schemas);
  if (!isThere || !source.includes('"v4/{+parent}/localPosts"') || !source.includes('"v4/{+name}"')) {
    throw new Error('The source has no posts');
  }
  const paging = { pageSize: { type: 'integer' }, pageToken: { type: 'string' } };
  const post = { $ref: 'LocalPost' };
  const list = { $ref: 'ListLocalPostsResponse' };
  return {
    parameters: {},
    schemas,
    methods: {
      list: { id: 'list', httpMethod: 'GET', flatPath: POSTS, parameters: paging, response: list },
      create: { id: 'create', httpMethod: 'POST', flatPath: POSTS, request: post, response: post },
      get: { id: 'get', httpMethod: 'GET', flatPath: POST, response: post },
      delete: { id: 'delete', httpMethod: 'DELETE', flatPath: POST, response: { $ref: 'Empty' } },
    },
  };
}

const fieldsOf = (body: string): Record<string, unknown> =>
  Object.fromEntries(
    [...body.matchAll(/(?:#\[serde\(rename = "(\w+)"\)\]\s*)?pub (?:r#)?(\w+): Option<(.+)>,$/gm)].map(
      ([, renamed, name = '', type = '']) => [renamed ?? name, schemaOf(type)],
    ),
  );

/** Dates are texts in JSON, and so are values of enums, which the client does not name. */
function schemaOf(type: string): Record<string, unknown> {
  const list = /^Vec<(.+)>$/.exec(type)?.[1];
  if (list) return { type: 'array', items: schemaOf(list) };
  if (/^(String|chrono::.*)$/.test(type)) return { type: 'string' };
  if (type === 'bool') return { type: 'boolean' };
  if (/^[iu]\d+$/.test(type)) return { type: 'integer' };
  if (/^f\d+$/.test(type)) return { type: 'number' };
  return /^\w+$/.test(type) ? { $ref: type } : {};
}
