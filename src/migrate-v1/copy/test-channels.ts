/** One harmless call for each channel that was connected by a form: whether its account still opens. */
import { providerContext } from '../../../providers/_kit/context.ts';
import type { ConnectedAccount, Provider } from '../../../providers/_kit/contract.ts';
import { ProviderError } from '../../../providers/_kit/errors.ts';
import type { Statement } from '../../platform/database.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import type { CopyDeps } from './kind.ts';

/** What was tried. `works` need no reconnecting. */
export interface TestedChannels {
  readonly works: number;
  readonly fails: number;
}

interface UntestedChannel {
  readonly id: string;
  readonly organizationId: string;
  readonly provider: string;
  readonly credentials: string;
}

/** Copied from a form, and not connected by anybody since. */
const UNTESTED: Statement = {
  name: 'migrate-v1-untested',
  text: `select i.id, i.organization_id as "organizationId", i.provider, i.credentials
    from integration i
    join legacy_id l on l.id = i.id and l.kind = 'integration' and l.source_id = $1
    join v1_organization w on w.organization_id = i.organization_id and w.publishes = 'v1'
    where i.refresh_needed and not i.disabled and i.deleted_at is null and l.problem is null
      and i.credentials_version = 1 and ($2::uuid is null or i.organization_id = $2)
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
  text: "update legacy_id set problem = $3 where source_id = $1 and kind = 'integration' and id = $2",
};
const AT_ONCE = 8;
const CALL_MS = 30_000;
const MOST_WORDS = 300;

/**
 * Signs in at the networks with what v1 had, as connecting does. A channel that works is stored as if it had
 * been connected here; of the others the network's words are noted, and they have to be reconnected. Tokens
 * that v1 got by OAuth are not tried: whoever renewed one would take it from v1.
 */
export async function testChannels(
  { context, sourceId }: Pick<CopyDeps, 'context' | 'sourceId'>,
  organizationId: string | null = null,
): Promise<TestedChannels> {
  const rows = await context.database.query<UntestedChannel>(UNTESTED, [sourceId, organizationId]);
  let works = 0;
  const tryNext = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      const provider = context.providers.get(row.provider);
      const problem = provider
        ? await tryChannel(context, provider, row)
        : 'Crier does not have this network';
      if (problem === null) works++;
      else await context.database.query(FAILS, [sourceId, row.id, problem.slice(0, MOST_WORDS)]);
    }
  };
  const waiting = [...rows];
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext));
  return { works, fails: rows.length - works };
}

/** Null when it works; else why not. */
async function tryChannel(
  context: CopyDeps['context'],
  provider: Provider,
  { id, organizationId, credentials }: UntestedChannel,
): Promise<string | null> {
  const binding = credentialsBinding(organizationId, id);
  const fields = JSON.parse(context.secrets.open(credentials, binding)) as Record<string, string>;
  const deps = { egress: context.egress, providerEnv: context.config.providerEnv };
  let account: ConnectedAccount;
  try {
    account = await provider.connect(fields, providerContext(deps, provider, AbortSignal.timeout(CALL_MS)));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return `has to be connected again: ${error.message}`;
  }
  await context.database.query(WORKS, [
    id,
    account.internalId,
    context.secrets.seal(JSON.stringify(account.credentials), binding),
    JSON.stringify(account.details),
    provider.hostOf?.(account) ?? '',
    account.expiresAt,
  ]);
  return null;
}
