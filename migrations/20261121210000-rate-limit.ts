import { Migration } from '@mikro-orm/migrations';

/** Counts the requests that an organisation may only send a limited number of. */
export class RateLimit extends Migration {
  override up(): void {
    // Columns, types and their order are those that rate-limiter-flexible writes: `expire` is the end of the
    // window in Unix milliseconds by the database clock. Unlogged: a count costs no flush to disk. It
    // survives every restart, and is lost only when PostgreSQL itself was killed.
    this.addSql(
      'create unlogged table rate_limit (key varchar(255) primary key, points int not null default 0, expire bigint)',
    );
  }

  override down(): void {
    this.addSql('drop table rate_limit');
  }
}
