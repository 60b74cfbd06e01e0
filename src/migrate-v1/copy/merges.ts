/** Addresses of which the operator says that all their accounts in v1 are one person. */
import type { EntityManager, Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseEmail } from '../../accounts/email.ts';
import { keyOf } from './accounts.ts';
import type { CopyDeps } from './kind.ts';

const NOTE: Statement = {
  name: 'migrate-v1-merge',
  text: `update v1_source set options = jsonb_set(options, '{merge}', (
      select jsonb_agg(distinct e) from jsonb_array_elements(coalesce(options -> 'merge', '[]') || $2::jsonb) e))
    where id = $1`,
};
const ANY = `select 1 from "User" where lower(regexp_replace(email, '^\\s+|\\s+$', '', 'g')) = $1 limit 1`;

/**
 * Notes addresses for this copy and those that follow.
 *
 * @throws ApiError `invalid_request` for one that no account of v1 has
 */
export async function noteMerges(
  { context, source, sourceId }: Pick<CopyDeps, 'context' | 'source' | 'sourceId'>,
  typed: readonly string[],
): Promise<void> {
  const keys = typed.map((address) => keyOf(parseEmail(address)));
  for (const key of keys) {
    if ((await source.query(ANY, [key])).length) continue;
    throw new ApiError('invalid_request', {
      inEnglish: `--merge ${key}: v1 has no account with this address`,
    });
  }
  if (keys.length) await context.database.query(NOTE, [sourceId, JSON.stringify(keys)]);
}

/** In lower case. */
export async function readMerges(tx: EntityManager, sourceId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ address: string }[]>(
    `select jsonb_array_elements_text(options -> 'merge') as address from v1_source where id = ?`,
    [sourceId],
  );
  return new Set(rows.map(({ address }) => address));
}
