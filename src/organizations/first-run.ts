import type { Context } from '../context.ts';
import type { Statement } from '../platform/database.ts';
import { Integration } from '../entities/integration.ts';
import { ApiKey, Organization } from '../entities/organization.ts';
import { connectChannel } from '../channels/connect-channel.ts';
import { createApiKey } from './create-api-key.ts';

/** What the start screen shows. `key` is there on the first run only. */
export interface Welcome {
  readonly organization: string;
  readonly key: string | null;
  readonly sandboxChannelId: string | null;
}

/** The organisation carries a marker, so that two processes starting together create one. */
const CLAIM: Statement = {
  name: 'first-run',
  text: "insert into instance_state (key, value) values ('first_run', 'true') on conflict do nothing returning key",
};

/**
 * On an empty instance: creates an organisation, an API key and, where the sandbox is offered, a connected
 * sandbox channel. Otherwise reads what is there.
 */
export async function ensureFirstRun(context: Context): Promise<Welcome> {
  const em = context.database.fork();
  let [organization] = await em.find(Organization, {}, { orderBy: { createdAt: 'asc' }, limit: 1 });
  if (!organization && (await context.database.query(CLAIM)).length) {
    organization = em.create(Organization, {
      name: 'My organisation',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    await em.flush();
  }
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

async function ensureSandbox(context: Context, organizationId: string): Promise<string | null> {
  const provider = context.providers.get('sandbox');
  if (!provider) return null;
  const known = await context.database
    .fork()
    .findOne(Integration, { organization: organizationId, provider: 'sandbox', deletedAt: null });
  return known?.id ?? (await connectChannel(context, provider, { organizationId, fields: {} })).id;
}
