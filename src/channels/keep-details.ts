import type { ProviderContext } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../platform/database.ts';

const KEEP: Statement = {
  name: 'keep-details',
  text: 'update integration set details = details || $2::jsonb where id = $1 and deleted_at is null',
};

/** What a provider calls when a fact about an account has changed since the channel was connected. */
export const detailsKeeper =
  (database: Pick<Database, 'query'>, channelId: string): NonNullable<ProviderContext['keepDetails']> =>
  async (details) => {
    await database.query(KEEP, [channelId, JSON.stringify(details)]);
  };
