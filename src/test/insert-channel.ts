/**
 * Channels that a test creates without a connect flow: of networks that cannot be connected yet, or are not
 * reachable.
 */
import { randomUUID } from 'node:crypto';
import { credentialsBinding } from '../platform/secrets.ts';
import { sql } from './factories.ts';
import type { TestInstance } from './instance.ts';

/** Inserts a channel of the instance's organisation, with encrypted credentials; returns its id. */
export async function insertChannel(
  crier: TestInstance,
  provider: string,
  options: { credentials?: Record<string, string>; details?: Record<string, unknown>; name?: string } = {},
): Promise<string> {
  const { credentials = {}, details = {}, name = `A ${provider}` } = options;
  const id = randomUUID();
  const sealed = crier.context.secrets.seal(
    JSON.stringify(credentials),
    credentialsBinding(crier.organizationId, id),
  );
  await sql(
    crier,
    'insert into integration (id, organization_id, provider, internal_id, name, credentials, details) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, crier.organizationId, provider, id, name, sealed, JSON.stringify(details)],
  );
  return id;
}
