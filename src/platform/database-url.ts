/** The two ways to the database: through a pooler, if there is one, and past it. */
import type { Config } from './config/config.ts';

type Urls = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** For statements and transactions; `pooled`: one after the other may reach different connections. */
export const pooledDatabase = (config: Urls): { url: string; pooled: boolean } => ({
  url: config.DATABASE_URL ?? '',
  pooled: Boolean(config.DATABASE_DIRECT_URL),
});

/** For LISTEN, migrations, backups, and commands that end soon. */
export const directDatabaseUrl = (config: Urls): string =>
  config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? '';

/** PgBouncer's answer to a setting of a connection that it does not know (pgbouncer, `src/client.c`). */
export const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter');

export const POOLER_FIX =
  'Set DATABASE_DIRECT_URL to the database past the pooler, with the same user, password and database';
