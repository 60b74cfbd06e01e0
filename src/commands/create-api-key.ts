import type { Context } from '../context.ts';
import { ApiKey } from '../entities/organization.ts';
import { hashToken, newApiKey } from '../secrets.ts';

/** Makes an API key for an organisation. Only its hash is stored: the returned value is the only time it is seen. */
export async function createApiKey(context: Pick<Context, 'database'>, of: { organizationId: string; name: string }): Promise<{ id: string; key: string }> {
  const key = newApiKey();
  const em = context.database.fork();
  const row = em.create(ApiKey, { organization: of.organizationId, name: of.name, hash: hashToken(key) });
  await em.flush();
  return { id: row.id, key };
}
