/** What copying one kind of record takes. */
import type { Database, EntityManager } from '../../platform/database.ts';
import type { OldIdKind } from '../../platform/old-ids.ts';
import type { Context } from '../../platform/context.ts';
import type { OldEnvironment } from '../map/account.ts';
import type { MissingFile } from '../map/references.ts';
import type { OpenSecret } from '../source/legacy-cipher.ts';
import type { SourceDatabase } from '../source/open-source.ts';
import type { SourceRecord } from '../source/read-batch.ts';

/** What a pass works with. */
export interface CopyDeps {
  readonly context: Pick<
    Context,
    'database' | 'secrets' | 'providers' | 'uploadFolder' | 'storage' | 'egress' | 'config'
  >;
  readonly source: SourceDatabase;
  readonly sourceId: string;
  readonly open: OpenSecret;
  readonly env: OldEnvironment;
  /** The folder of v1's uploads, or the URL that serves them; null = their files are not copied. */
  readonly uploads: string | null;
  /** Rows a second that are read in v1 at most; null = as many as it gives. */
  readonly rate: number | null;
}

/** A record that was written, under its id here. `problem`: what of it was not copied. */
export interface Written {
  readonly legacyId: string;
  readonly id: string;
  readonly organizationId: string | null;
  readonly problem?: string | null;
  /** What was not copied may be copied by the next pass. */
  readonly retry?: boolean;
  /** With `retry`: the record itself is here, so that it counts as copied. */
  readonly isHere?: boolean;
  /** A row that is here, and refers to a file that may be there by the next pass. */
  readonly refersLater?: boolean;
  /** Files that it needs and that are not here. */
  readonly missing?: readonly MissingFile[];
}

/** How one kind is read from v1, whose it is, and how it is written and removed here. */
export interface CopyKind {
  readonly kind: OldIdKind;
  readonly table: string;
  read?(
    source: SourceDatabase,
    batch: { after: string; limit: number; since?: Date; organization?: string },
  ): Promise<SourceRecord[]>;
  /** Whether it is copied at all; default: yes. */
  isWanted?(deps: CopyDeps): boolean;
  /** How many at once; default 500. */
  readonly batch?: number;
  /** The old id of the organisation that a record belongs to; null for what belongs to none. */
  organizationOf(record: SourceRecord): string | null;
  /** Whether v1 still shows the record to people. */
  isLive?(record: SourceRecord): boolean;
  /** Done before the transaction: reading, cleaning, files. */
  prepare?(deps: CopyDeps, records: readonly SourceRecord[]): Promise<unknown>;
  /** Writes new and changed records; one that it leaves out is not remembered. */
  write(
    tx: EntityManager,
    deps: CopyDeps,
    records: readonly SourceRecord[],
    prepared: unknown,
  ): Promise<Written[]>;
  /** What v1 has deleted since. `ids`: here. */
  remove?(tx: EntityManager, ids: readonly string[]): Promise<void>;
}

export type Reads = Pick<Database, 'query'>;
