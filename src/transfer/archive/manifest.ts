/** The manifest of an archive: enough to refuse the archive before anything is written. */
import { createHash } from 'node:crypto';
import { Ajv, type ValidateFunction } from 'ajv';
import { ArchiveError } from './archive-error.ts';
import { KINDS } from './kinds.ts';
import { rowsEntry } from './kind.ts';
import { isStoredPath } from '../../platform/media/storage.ts';
import type { SecretsFacts } from './passphrase.ts';

export const MANIFEST = 'manifest.json';
export const SECRETS = 'secrets.ndjson';
/** Files of the library are below it, under the paths that they have in the upload folder. */
export const MEDIA = 'media/';
/** 1: content of posts that is no HTML has entities. 2: it is as it was written. */
export const FORMAT = 2;
const FORMATS: readonly number[] = [1, FORMAT];

/** One entry. `sha256`: of its bytes as they are unpacked, in hex. */
export interface EntryFacts {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly format: number;
  /** The version of Crier that wrote it. */
  readonly version: string;
  /** When its rows were read, by the clock of the database; ISO 8601. */
  readonly at: string;
  readonly organization: { readonly id: string; readonly name: string };
  /** Since when the instance that wrote it publishes nothing for the organisation; null while it does. */
  readonly movedAt: string | null;
  /** Null when it was written without a passphrase. */
  readonly secrets: SecretsFacts | null;
  /** Number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Paths of files that were not found where it was written. */
  readonly missingFiles: readonly string[];
  /** Secrets that its ENCRYPTION_KEY could not open there, as `table:key`: they have to be given again. */
  readonly unreadableSecrets: readonly string[];
  /** Every other entry, in the order of the archive. */
  readonly entries: readonly EntryFacts[];
}

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** By what an archive is known: the SHA-256 of its manifest. */
export const archiveId = (manifest: Manifest): string => sha256(manifestText(manifest));

/** What `secrets.digest` seals. */
export function digestOf(manifest: Manifest): string {
  return sha256(
    manifestText({ ...manifest, secrets: manifest.secrets && { ...manifest.secrets, digest: '' } }),
  );
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const text = { type: 'string', maxLength: 1000 } as const;
const moment = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$',
} as const;
const uuid = {
  type: 'string',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
} as const;
const whole = { type: 'integer', minimum: 0 } as const;
const closed = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const SCHEMA = closed({
  format: { enum: FORMATS },
  version: text,
  at: moment,
  organization: closed({ id: uuid, name: text }),
  movedAt: { ...moment, nullable: true },
  secrets: {
    ...closed({ kdf: text, N: whole, r: whole, p: whole, salt: text, check: text, digest: text }),
    nullable: true,
  },
  rows: { type: 'object', additionalProperties: whole },
  missingFiles: { type: 'array', items: text },
  unreadableSecrets: { type: 'array', items: text },
  entries: {
    type: 'array',
    items: closed({ name: text, bytes: whole, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
  },
});
let check: ValidateFunction<Manifest> | undefined;

/** Reads manifest.json. @throws ArchiveError `archive_not_readable`, `archive_newer`, `archive_invalid` */
export function parseManifest(json: string): Manifest {
  const manifest = readJson(json) as Partial<Manifest> | null;
  if (typeof manifest !== 'object' || typeof manifest?.format !== 'number') {
    throw new ArchiveError(
      'archive_not_readable',
      'This is not an archive of an organisation: its manifest.json says no format',
    );
  }
  if (!FORMATS.includes(manifest.format)) throw newer(manifest, `format ${manifest.format}`);
  check ??= new Ajv({ strict: false }).compile<Manifest>(SCHEMA);
  if (!check(manifest)) {
    const [first] = check.errors ?? [];
    throw new ArchiveError(
      'archive_invalid',
      `manifest.json is not valid: ${first?.instancePath.slice(1).replaceAll('/', '.') || 'it'} ${first?.message ?? ''}`,
    );
  }
  const unknown = Object.keys(manifest.rows).find((table) => !KINDS.some((kind) => kind.table === table));
  if (unknown) throw newer(manifest, `rows of "${unknown}"`);
  return manifest;
}

/** Something in it is not known here. */
export function newer({ version }: Partial<Manifest>, what: string): ArchiveError {
  return new ArchiveError(
    'archive_newer',
    `The archive was written by Crier ${version ?? ''} and has ${what}, which this version does not know: ` +
      'update this instance first',
  );
}

/** Anything else, such as a path that leads out of a folder, is refused. */
export function isEntryName(name: string): boolean {
  if (name.startsWith(MEDIA)) return isStoredPath(name.slice(MEDIA.length));
  return name === MANIFEST || name === SECRETS || KINDS.some(({ table }) => rowsEntry(table) === name);
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null; // the caller refuses it with an explanation
  }
}
