import type { Context } from '../platform/context.ts';
import type { EntityManager } from '../platform/database.ts';
import { Integration } from '../platform/entities/integration.ts';
import { ApiKey, Organization } from '../platform/entities/organization.ts';
import { connectChannel } from '../channels/connect-channel.ts';
import { createApiKey } from './create-api-key.ts';
import type { Welcome } from './read-welcome.ts';

/** The organisation carries a marker, so that two processes starting together create one. */
const CLAIM =
  "insert into instance_state (key, value) values ('first_run', 'true') on conflict do nothing returning key";

/**
 * On an empty instance: creates an organisation, an API key and, where the sandbox is offered, a connected
 * sandbox channel. Otherwise reads what is there.
 */
export async function ensureFirstRun(context: Context): Promise<Welcome> {
  const em = context.database.fork();
  const find = async () =>
    (await em.find(Organization, {}, { orderBy: { createdAt: 'asc' }, limit: 1 }))[0] ?? null;
  const organization = (await find()) ?? (await claimFirst(em)) ?? (await find());
  if (!organization) return { organization: '', key: null, sandboxChannelId: null };
  const keys = await em.count(ApiKey, { organization: organization.id });
  const key =
    keys === 0
      ? (await createApiKey(context, { organizationId: organization.id, name: 'first run' })).key
      : null;
  return {
    organization: organization.name,
    key,
    sandboxChannelId: await ensureSandbox(context, organization.id),
  };
}

/** With its marker in one commit: a process that ends in between leaves neither. Null when another has it. */
function claimFirst(em: EntityManager): Promise<{ id: string; name: string } | null> {
  return em.transactional(async (tx) => {
    if ((await tx.execute<object[]>(CLAIM)).length === 0) return null;
    return tx.create(Organization, {
      name: 'My organisation',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
}

async function ensureSandbox(context: Context, organizationId: string): Promise<string | null> {
  const provider = context.providers.get('sandbox');
  if (!provider) return null;
  const known = await context.database
    .fork()
    .findOne(Integration, { organization: organizationId, provider: 'sandbox', deletedAt: null });
  return known?.id ?? (await connectChannel(context, provider, { organizationId, fields: {} })).id;
}
