/**
 * A small v1 for tests, from v2.12.0 on with a Temporal of its own: its rows, its runs, how Crier reaches
 * both.
 */
import { randomUUID } from 'node:crypto';
import { runPass } from '../copy/run-pass.ts';
import { readOrganizations, type MigratedOrganization } from '../cutover/organizations.ts';
import { registerSource, type Migration, type SourceAccess } from '../v1-source.ts';
import { makeV1Source, type V1Source } from './make-source.ts';
import { fillV1Temporal, openV1Temporal, type TemporalAge, type V1Temporal } from './orchestrator.ts';
import type { Age } from './schema.ts';

const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';
const TEMPORAL = process.env.CRIER_TEST_TEMPORAL_ADDRESS ?? '';

/** One with 12 posts in two organisations, of which 3 wait in each. */
export interface SmallSource extends V1Source {
  readonly access: SourceAccess;
}

/** One whose posts are started by its Temporal. */
export interface TemporalSource extends SmallSource {
  readonly temporal: V1Temporal;
  /** The status of the run of a post, as Temporal calls it. */
  statusOf(postId?: string): Promise<string>;
}

/** What is other than usual. */
export interface TemporalSourceOptions {
  /** Default: a namespace of its own, which `drop` closes. */
  readonly temporal?: V1Temporal;
  /** As for makeSmallSource. */
  readonly networks?: readonly string[];
  /** Changes its rows before their runs are started. */
  readonly prepare?: (v1: V1Source) => Promise<unknown>;
}

/** Opens a namespace on the server of the tests. */
export const openTestTemporal = (age: TemporalAge = 'workflow'): Promise<V1Temporal> =>
  openV1Temporal({ databaseUrl: SERVER, temporalAddress: TEMPORAL }, age);

/**
 * Makes the rows alone. Channels at other networks than these are disabled: they would be tried there.
 */
export async function makeSmallSource(age: Age, networks: readonly string[]): Promise<SmallSource> {
  const v1 = await makeV1Source(SERVER, { age, organizations: 2, posts: 12, waiting: 6, seed: randomUUID() });
  await v1.query(`update "Integration" set disabled = true where "providerIdentifier" <> all($1)`, [
    networks,
  ]);
  return { ...v1, access: accessOf(v1) };
}

/** Makes the rows, and starts a run for each post that waits. */
export async function makeTemporalSource({
  temporal: existing,
  networks = ['sandbox'],
  prepare,
}: TemporalSourceOptions = {}): Promise<TemporalSource> {
  const temporal = existing ?? (await openTestTemporal());
  const v1 = await makeSmallSource('v2.20', networks);
  await prepare?.(v1);
  await fillV1Temporal(v1, temporal);
  return {
    ...v1,
    temporal,
    access: accessOf(v1, temporal),
    statusOf: async (postId = '') =>
      (await temporal.client.workflow.getHandle(`post_${postId}`).describe()).status.name,
    async drop() {
      await v1.drop();
      if (!existing) await temporal.close();
    },
  };
}

/** How Crier reaches a v1; without its files. */
export const accessOf = ({ url, jwtSecret }: V1Source, temporal?: V1Temporal): SourceAccess => ({
  source: url,
  jwtSecret,
  ...(temporal && { temporal: `${temporal.address}/${temporal.namespace}` }),
  uploads: null,
  env: {},
});

/** Registers a v1 and copies it once. The caller closes it. */
export async function copyV1(context: Migration['context'], access: SourceAccess): Promise<Migration> {
  const migration = await registerSource(context, access);
  await runPass(migration);
  return migration;
}

/** An organisation of a v1 that was copied; the second one, unless another is meant. */
export async function organizationOf(
  { context, sourceId }: Pick<Migration, 'context' | 'sourceId'>,
  v1: V1Source,
  n = 1,
): Promise<MigratedOrganization> {
  const all = await readOrganizations(context.database, sourceId);
  const found = all.find(({ legacyId }) => legacyId === v1.organizations[n]?.id);
  if (!found) throw new Error('The organisation was not copied');
  return found;
}
