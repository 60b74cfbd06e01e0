/** Sets a fault switch of the sandbox that a test instance publishes to. */
import type { SandboxFaultKind } from '../../providers/_networks/sandbox/faults.ts';
import { credentialsBinding } from '../platform/secrets.ts';
import { sql } from './factories.ts';
import type { TestInstance } from './instance.ts';

/** The token with which a sandbox channel publishes, decrypted from the instance's database. */
export async function sandboxToken(crier: TestInstance, channelId: string): Promise<string> {
  const [row] = await sql<{ credentials: string }>(
    crier,
    'select credentials from integration where id = $1',
    [channelId],
  );
  return (
    JSON.parse(
      crier.context.secrets.open(row?.credentials ?? '', credentialsBinding(crier.organizationId, channelId)),
    ) as { token: string }
  ).token;
}

/** The next call (or the next `times`) of this channel's network fails like this. */
export async function armFault(
  crier: TestInstance,
  channelId: string,
  fault: { kind: SandboxFaultKind; times?: number; seconds?: number; account?: string },
): Promise<void> {
  const headers = {
    authorization: `Bearer ${await sandboxToken(crier, channelId)}`,
    'content-type': 'application/json',
  };
  const response = await fetch(`${crier.url}/sandbox/api/faults`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fault),
  });
  if (!response.ok) {
    throw new Error(`the sandbox did not take the fault: ${response.status} ${await response.text()}`);
  }
}
