/** Closes an authorization code whose time is over. */
import type { Database, Statement } from '../src/platform/database.ts';
import type { CodeOutcome } from '../temporal/contract/oauth-code-expiry.ts';

// Both the update and the select see the row as it was when the statement began, so `closed` shows what the
// update did.
const EXPIRE: Statement = {
  name: 'expire-code',
  text: `with
    closed as (
      update oauth_code
      set state = 'expired'
      where id = $1 and state = 'issued' and expires_at <= now()
      returning id
    )
    select
      case
        when exists (select 1 from closed) then 'expired'
        when state = 'issued' then 'too_early'
        else state
      end as status,
      greatest(0, ceil(extract(epoch from expires_at - clock_timestamp()) * 1000))::float8 as "waitMs"
    from oauth_code
    where id = $1`,
};

/** A shorter wait comes from clocks that differ slightly, and would make the run spin. */
const SHORTEST_WAIT_MS = 1000;

/**
 * issued → expired by compare-and-set, once its time is over by the database's clock. Repeating it changes
 * nothing.
 */
export async function expireCode(
  database: Database,
  { codeId }: { readonly codeId: string },
): Promise<CodeOutcome> {
  const [row] = await database.query<{
    status: 'expired' | 'exchanged' | 'burnt' | 'too_early';
    waitMs: number;
  }>(EXPIRE, [codeId]);
  if (!row) return { status: 'gone' };
  return row.status === 'too_early'
    ? { status: row.status, waitMs: Math.max(SHORTEST_WAIT_MS, row.waitMs) }
    : { status: row.status };
}
