/** An account of the sandbox network for a channel of v1, and what v1 publishes with it. */
import type { TestInstance } from '../../test/instance.ts';
import type { V1Source } from './make-source.ts';

/** `post`: as v1 does, without noting it. @returns the id on the network */
export interface SandboxOfV1 {
  readonly token: string;
  post(text: string, by: { postId: string; channelId: string }): Promise<string>;
}

/** Opens an account at the instance's sandbox network, and gives it to the organisation's channel in v1. */
export async function openSandboxAccount(
  crier: TestInstance,
  v1: V1Source,
  { organizationId, name = 'Café Nord' }: { organizationId: string; name?: string },
): Promise<SandboxOfV1> {
  const call = async <T>(path: string, credentials: string, body: object): Promise<T> => {
    const answer = await fetch(`${crier.url}/sandbox/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${credentials}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const key = crier.context.config.providerEnv.CRIER_SANDBOX_KEY ?? '';
  const { id, token } = await call<{ id: string; token: string }>('accounts', key, { name });
  await v1.query(
    `update "Integration" set token = $2, "internalId" = $3
      where "organizationId" = $1 and "providerIdentifier" = 'sandbox'`,
    [organizationId, token, id],
  );
  return {
    token,
    post: async (text, { postId, channelId }) =>
      (await call<{ id: string }>('posts', token, { text, marker: postId, channelId })).id,
  };
}
