/** Compares v1 with the copy, record by record, and writes nothing. */
import type { Statement } from '../platform/database.ts';
import { LOOK_AGAIN, digestOf, readDigests, refersLater } from './copy/known.ts';
import type { CopyDeps, CopyKind } from './copy/kind.ts';
import { KINDS, readKind } from './copy/run-pass.ts';
import type { SourceRecord } from './source/read-batch.ts';

/** One kind of record. `missing` and `different` are those that the next copy would write. */
export interface Compared {
  readonly kind: string;
  readonly inV1: number;
  readonly same: number;
  readonly different: number;
  readonly missing: number;
}

/** What was not copied, and how often. */
export interface Problem {
  readonly kind: string;
  readonly problem: string;
  readonly count: number;
}

/**
 * Reads everything once more. Organisations that Crier publishes for are compared too, and differ by then.
 */
export async function verify(migration: CopyDeps, organization?: string): Promise<Compared[]> {
  const compared: Compared[] = [];
  const left = await readLeft(migration);
  for (const kind of KINDS) {
    if (kind.isWanted?.(migration) === false) continue;
    const sum = { kind: kind.kind, inV1: 0, same: 0, different: 0, missing: 0 };
    await compareKind(migration, { kind, organization, left }, (_record, verdict) => {
      sum.inV1++;
      sum[verdict]++;
    });
    compared.push(sum);
  }
  return compared;
}

type Verdict = 'same' | 'different' | 'missing';

async function compareKind(
  migration: CopyDeps,
  { kind, organization, left }: { kind: CopyKind; organization?: string | undefined; left: Left },
  report: (record: SourceRecord, verdict: Verdict) => void,
): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const { records, next } = await readKind(migration.source, kind, { after, organization });
    const live = records.filter((record) => (kind.isLive?.(record) ?? true) && isOurs(left, kind, record));
    const known = await readDigests(
      migration.context.database,
      { sourceId: migration.sourceId, kind: kind.kind },
      live.map(({ id }) => id),
    );
    for (const record of live) {
      const digest = known.get(record.id);
      report(record, digest === undefined ? 'missing' : isSame(digest, record) ? 'same' : 'different');
    }
    after = next;
  }
}

/** What the next copy would write of these kinds: "post ID", and what it is in v1 at this moment. */
export async function findDifferent(
  migration: CopyDeps,
  kinds: readonly string[],
  organization: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const left = await readLeft(migration);
  for (const kind of KINDS.filter((one) => kinds.includes(one.kind))) {
    await compareKind(migration, { kind, organization, left }, (record, verdict) => {
      if (verdict !== 'same') found.set(`${kind.kind} ${record.id}`, digestOf(record));
    });
  }
  return found;
}

type Left = ReadonlySet<string>;

const LEFT: Statement = {
  name: 'migrate-v1-left',
  text: `select l.legacy_id as id from legacy_id l left join v1_organization w
      on w.source_id = l.source_id and w.legacy_id = l.legacy_id
    where l.source_id = $1 and l.kind = 'organization' and w.organization_id is null`,
};

/** The old ids of organisations of which nothing is copied; their problem says why. */
async function readLeft({ context, sourceId }: CopyDeps): Promise<Left> {
  const rows = await context.database.query<{ id: string }>(LEFT, [sourceId]);
  return new Set(rows.map(({ id }) => id));
}

const isOurs = (left: Left, kind: CopyKind, record: SourceRecord): boolean =>
  kind.kind === 'organization' || !left.has(kind.organizationOf(record) ?? '');

/** What is not there in v1 either is the same; the problems name it. */
const isSame = (digest: string, record: SourceRecord): boolean =>
  [LOOK_AGAIN, digestOf(record), refersLater(digestOf(record))].includes(digest);

const PROBLEMS: Statement = {
  name: 'migrate-v1-problems',
  text: `select kind, problem, count(*)::int as count from legacy_id
    where source_id = $1 and problem is not null group by kind, problem order by kind, count desc, problem`,
};

export function readProblems({
  context,
  sourceId,
}: {
  readonly context: Pick<CopyDeps['context'], 'database'>;
  readonly sourceId: string;
}): Promise<Problem[]> {
  return context.database.query<Problem>(PROBLEMS, [sourceId]);
}
