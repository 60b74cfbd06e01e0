/** Stops writers at a table, so that a test can break something while they wait. */
import { withPostgres } from '../platform/postgres-client.ts';

/** Nobody can write to a table (or, `exclusive`, read it) until the returned function is called. */
export async function holdTable(
  url: string,
  table: string,
  mode: 'share' | 'access exclusive' = 'share',
): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = withPostgres(url, async (client) => {
    await client.query('begin');
    await client.query(`lock table ${table} in ${mode} mode`);
    held.resolve();
    await released.promise;
    await client.query('rollback');
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    released.resolve();
    await holding;
  };
}
