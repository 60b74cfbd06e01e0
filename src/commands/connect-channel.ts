/** Connects an account at a network and stores it as a channel. */
import { v7 as uuidv7 } from 'uuid';
import { providerContext } from '../../providers/_kit/context.ts';
import { ProviderError } from '../../providers/_kit/errors.ts';
import type { Provider } from '../../providers/_kit/contract.ts';
import type { Context } from '../context.ts';
import type { EntityManager } from '../db.ts';
import { Integration } from '../entities/integration.ts';
import { ApiError } from '../errors.ts';
import { credentialsBinding } from '../secrets.ts';

/** The channel as it was stored. `reconnected` = the account was connected before and kept its id and its waiting posts. */
export interface ConnectedChannel {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly profile: string | null;
  readonly reconnected: boolean;
}

/**
 * Checks the credentials at the network and stores them sealed. An account that is connected already is renewed in place.
 *
 * @throws ApiError `invalid_request` when a field is missing; `channel_disconnected` in the network's words when it refuses
 */
export async function connectChannel(context: Context, provider: Provider, of: { organizationId: string; fields: Readonly<Record<string, string>> }): Promise<ConnectedChannel> {
  const { organizationId } = of;
  const fields = completeFields(provider, of.fields);
  const deps = { egress: context.egress, providerEnv: context.config.providerEnv };
  const account = await provider.connect(fields, providerContext(deps, provider, AbortSignal.timeout(60_000))).catch((error: unknown) => {
    throw error instanceof ProviderError ? new ApiError('channel_disconnected', { message: `${provider.name}: ${error.message}`, cause: error }) : error;
  });
  const { credentials, ...facts } = account;
  return context.database.fork().transactional(async (tx) => {
    const known = await tx.findOne(Integration, { organization: organizationId, provider: provider.identifier, internalId: account.internalId, deletedAt: null });
    const id = known?.id ?? uuidv7();
    const values = { ...facts, refreshNeeded: false, credentials: context.secrets.seal(JSON.stringify(credentials), credentialsBinding(organizationId, id)) };
    if (known) {
      Object.assign(known, values, { credentialsVersion: known.credentialsVersion + 1 });
      await wakeHeld(tx, id);
    } else tx.create(Integration, { id, organization: organizationId, provider: provider.identifier, ...values });
    return { id, name: account.name, identifier: provider.identifier, profile: account.profile, reconnected: Boolean(known) };
  });
}

/** The channel's posts that waited for this go on, oldest first; the relay tells their runs. */
async function wakeHeld(tx: EntityManager, channelId: string): Promise<void> {
  await tx.execute(
    `with woken as (update post set hold = null, updated_at = now() where integration_id = ? and hold = 'channel' returning id, post_group_id, publish_at),
      told as (insert into post_event (post_id, kind) select id, 'resumed' from woken)
      insert into outbox (id, kind, post_group_id, post_id, available_at)
        select gen_random_uuid(), 'wake_post', post_group_id, id, clock_timestamp() + row_number() over (order by publish_at, id) * interval '1 microsecond' from woken`,
    [channelId],
  );
}

function completeFields(provider: Provider, given: Readonly<Record<string, string>>): Record<string, string> {
  const wanted = provider.connection.kind === 'credentials' ? provider.connection.fields : [];
  const fields = Object.fromEntries(wanted.map((f) => [f.name, given[f.name] || f.default || '']));
  const issues = wanted.filter((f) => f.required && !fields[f.name]).map((f) => ({ path: f.name, message: `is required (${f.label}: ${f.help})` }));
  if (issues.length) throw new ApiError('invalid_request', { message: `${provider.name} needs more to connect`, issues });
  return fields;
}
