/** The connection that may write into v1's database. */
import pg from 'pg';
import { ApiError } from '../../platform/errors.ts';
import { connectionOf, errorOfSource } from '../source/open-source.ts';
import type { Migration } from '../v1-source.ts';

const STATEMENT_MS = 60_000;
/** Of PostgreSQL: the role may not write, or the database takes no writes. */
const MAY_NOT_WRITE: readonly string[] = ['42501', '25006'];

/** A statement in v1's database; its rows. */
export type Write = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** A connection for the time of `work`. @throws ApiError `invalid_request` when it may not write */
export async function withWriter<T>({ access }: Migration, work: (query: Write) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...connectionOf(access.source, STATEMENT_MS, '-c lock_timeout=10000'),
    application_name: 'crier-migrate-v1-write',
  });
  client.on('error', () => undefined); // the query that is under way says so itself
  const explain = (error: unknown): never => {
    throw errorOfWriter(error);
  };
  try {
    await client.connect().catch(explain);
    return await work(
      async <Row extends object>(text: string, values: readonly unknown[]) =>
        (await client.query<Row>(text, [...values]).catch(explain)).rows,
    );
  } finally {
    await client.end();
  }
}

function errorOfWriter(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !MAY_NOT_WRITE.includes(error.code ?? '')) {
    return errorOfSource(error);
  }
  return new ApiError('invalid_request', {
    inEnglish: `v1 cannot be stopped: its database says "${error.message}". Give a URL whose role may update "Post", or stop the containers of v1 and repeat this with --frozen-source`,
    cause: error,
  });
}
