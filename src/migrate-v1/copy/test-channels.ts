/** One harmless call for each channel: whether its account still opens. */
import { providerContext } from '../../../providers/_kit/context.ts';
import type { ConnectedAccount, Provider } from '../../../providers/_kit/contract.ts';
import { ProviderError, TokenExpired } from '../../../providers/_kit/errors.ts';
import type { Statement } from '../../platform/database.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { readRecent, type StoredChannel } from '../read-recent.ts';
import type { CopyDeps } from './kind.ts';

/** What was tried. `works` need no reconnecting. */
export interface TestedChannels {
  readonly works: number;
  readonly fails: number;
}

interface UntestedChannel extends StoredChannel {
  readonly provider: string;
  /** From a form: v1 has its fields. Otherwise it has tokens, which it renews. */
  readonly isForm: boolean;
}

/** Copied, and not connected by anybody since. */
const UNTESTED: Statement = {
  name: 'migrate-v1-untested',
  text: `select i.id, i.organization_id as "organizationId", i.provider, i.credentials, i.name, i.profile,
      i.internal_id as "internalId", i.details, i.refresh_needed as "isForm"
    from integration i
    join legacy_id l on l.id = i.id and l.kind = 'integration' and l.source_id = $1
    join v1_organization w on w.organization_id = i.organization_id and w.publishes = 'v1'
    where not i.disabled and i.deleted_at is null and l.problem is null
      and i.credentials_version = 1 and ($2::uuid is null or i.organization_id = $2)
      and (not $3 or i.refresh_needed)
    order by i.id`,
};
const WORKS: Statement = {
  name: 'migrate-v1-channel-works',
  text: `update integration
    set refresh_needed = false,
      internal_id = case when exists (
        select 1 from integration o where o.organization_id = integration.organization_id
          and o.provider = integration.provider and o.internal_id = $2 and o.id <> $1 and o.deleted_at is null
      ) then internal_id else $2 end,
      credentials = $3, details = $4::jsonb, host = $5, expires_at = $6
    where id = $1 and refresh_needed and credentials_version = 1`,
};
const FAILS: Statement = {
  name: 'migrate-v1-channel-fails',
  text: `with channel as (update integration set refresh_needed = true where id = $2 and credentials_version = 1)
    update legacy_id set problem = $3 where source_id = $1 and kind = 'integration' and id = $2`,
};
const AT_ONCE = 8;
const CALL_MS = 30_000;
const MAX_WORDS = 300;
const AGAIN = 'has to be connected again';

/**
 * Signs in to the networks with what v1 had, as connecting does. A channel that works is stored as if it had
 * been connected here; of the others the network's words are noted, and they have to be reconnected.
 *
 * Tokens that v1 got by OAuth open the list of what the account published, where there is one, and are never
 * renewed: to renew one would take it from v1. They are tried at each copy, and not counted as long
 * as they are not refused.
 *
 * @param of.organizationId its id here; default: all that v1 publishes for
 * @param of.onlyForms those that were connected by a form and are not known to work
 */
export async function testChannels(
  { context, sourceId }: Pick<CopyDeps, 'context' | 'sourceId'>,
  { organizationId = null, onlyForms = false }: { organizationId?: string | null; onlyForms?: boolean } = {},
): Promise<TestedChannels> {
  const rows = await context.database.query<UntestedChannel>(UNTESTED, [sourceId, organizationId, onlyForms]);
  const sum = { works: 0, fails: 0 };
  const tryNext = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      const provider = context.providers.get(row.provider);
      const tryIt = row.isForm ? tryForm : tryTokens;
      const problem = provider ? await tryIt(context, provider, row) : 'Crier does not have this network';
      if (problem === null) sum.works += row.isForm ? 1 : 0;
      else {
        sum.fails++;
        await context.database.query(FAILS, [sourceId, row.id, problem.slice(0, MAX_WORDS)]);
      }
    }
  };
  const waiting = [...rows];
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext));
  return sum;
}

/** Null when it works; else why not. */
async function tryForm(
  context: CopyDeps['context'],
  provider: Provider,
  row: UntestedChannel,
): Promise<string | null> {
  const fields = opened(context, row);
  const deps = { egress: context.egress, providerEnv: context.config.providerEnv };
  let account: ConnectedAccount;
  try {
    account = await provider.connect(fields, providerContext(deps, provider, AbortSignal.timeout(CALL_MS)));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return `${AGAIN}: ${error.message}`;
  }
  await context.database.query(WORKS, [
    row.id,
    account.internalId,
    context.secrets.seal(JSON.stringify(account.credentials), credentialsBinding(row.organizationId, row.id)),
    JSON.stringify(account.details),
    provider.hostOf?.(account) ?? '',
    account.expiresAt,
  ]);
  return null;
}

/** Null unless they are refused, and nothing of them can be renewed once v1 is gone. */
async function tryTokens(
  context: CopyDeps['context'],
  provider: Provider,
  row: UntestedChannel,
): Promise<string | null> {
  try {
    await readRecent(context, provider, row);
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A network that does not answer, or a token that may publish and not read, says nothing about it.
    const isOver = error instanceof TokenExpired && !renewable(context, row);
    return isOver ? `${AGAIN}: ${error.message}` : null;
  }
}

/** A token that renews itself, as those of Meta do, cannot once it is refused (copied: map/account.ts). */
const renewable = (context: CopyDeps['context'], row: UntestedChannel): boolean =>
  Boolean(opened(context, row).refreshToken);

function opened(
  { secrets }: CopyDeps['context'],
  { id, organizationId, credentials }: UntestedChannel,
): Record<string, string> {
  return JSON.parse(secrets.open(credentials, credentialsBinding(organizationId, id))) as Record<
    string,
    string
  >;
}
