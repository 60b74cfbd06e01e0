import { Migration } from '@mikro-orm/migrations';

/** Where requests are counted that an organisation may send only so many of. */
export class RateLimit extends Migration {
  override up(): void {
    // Columns, types and their order are those that rate-limiter-flexible writes: `expire` is the end of the
    // window in Unix milliseconds by the database's clock. Unlogged: a count costs no flush to disk. It
    // outlives every restart, and begins anew only when PostgreSQL itself was killed.
    this.addSql(
      'create unlogged table rate_limit (key varchar(255) primary key, points int not null default 0, expire bigint)',
    );
  }

  override down(): void {
    this.addSql('drop table rate_limit');
  }
}
