/** A source that is copied in a test: how to run passes, and what a person reads of it. */
import { randomUUID } from 'node:crypto';
import type { CopyDeps } from '../copy/kind.ts';
import { runPass, type PassOptions } from '../copy/run-pass.ts';
import { openerOf } from '../source/legacy-cipher.ts';
import { openSource } from '../source/open-source.ts';
import { sql } from '../../test/factories.ts';
import type { TestInstance } from '../../test/instance.ts';
import type { V1Source } from './make-source.ts';

export interface CopiedSource {
  readonly deps: CopyDeps;
  pass(options?: PassOptions): Promise<{ written: number; removed: number }>;
  /** What was not copied unchanged, by the old id. */
  problems(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** Registers the source in an instance; `uploads`: the folder of its files, or null. */
export async function copySource(
  crier: TestInstance,
  v1: V1Source,
  uploads: string | null = null,
): Promise<CopiedSource> {
  const source = await openSource(v1.url);
  const sourceId = randomUUID();
  await sql(crier, 'insert into v1_source (id, fingerprint, version) values ($1, $2, $3)', [
    sourceId,
    `${source.fingerprint} ${sourceId}`,
    source.version,
  ]);
  const deps: CopyDeps = {
    context: crier.context,
    source,
    sourceId,
    open: openerOf(v1.jwtSecret),
    env: {},
    uploads,
    rate: null,
  };
  return {
    deps,
    async pass(options) {
      const sum = { written: 0, removed: 0 };
      await runPass(deps, options, (batch) => {
        sum.written += batch.written;
        sum.removed += batch.removed;
      });
      return sum;
    },
    async problems() {
      const rows = await sql<{ legacyId: string; problem: string }>(
        crier,
        `select legacy_id as "legacyId", problem from legacy_id where source_id = $1 and problem is not null`,
        [sourceId],
      );
      return Object.fromEntries(rows.map(({ legacyId, problem }) => [legacyId, problem]));
    },
    close: () => source.close(),
  };
}
