/** Opening accounts, renewing and revoking tokens. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, json, nextFault } from './faults.ts';
import { MAX_OPEN_BYTES, readJson, type Call } from './call.ts';
import type { SandboxAccount } from './journal.ts';
import { readTraits } from './traits.ts';

/**
 * POST /sandbox/api/accounts `{ name }`, by the instance: returns the tokens, only once, and the account's
 * capability.
 */
export async function openAccount({ journal, request, response }: Call): Promise<void> {
  const { name } = (await readJson(request)) ?? {};
  if (typeof name !== 'string' || !name.trim()) {
    return json(response, 400, { error: 'invalid', message: 'name is required' });
  }
  const { id, name: stored, token, refreshToken, expiresIn } = journal.openAccount(name.slice(0, 100));
  json(response, 201, {
    id,
    name: stored,
    token,
    refreshToken,
    expiresIn,
    capability: readTraits(stored).capability,
  });
}

/**
 * POST /sandbox/api/token `{ refreshToken }`: exchanges an unused refresh token for new tokens; errors as in
 * RFC 6749, section 5.2.
 */
export async function renewToken(call: Call): Promise<void> {
  const { journal, request, response, faults } = call;
  const { refreshToken } = (await readJson(request, MAX_OPEN_BYTES)) ?? {};
  if (typeof refreshToken !== 'string') {
    return json(response, 400, { error: 'invalid_request', error_description: 'refreshToken is required' });
  }
  const fault = nextFault(faults, 'token', journal.ownerOf(refreshToken));
  if (fault?.kind === 'refresh_slow') await sleep(fault.seconds * 1000);
  const answer = fault && answerOf(fault);
  if (fault && answer) return answer(response, fault);
  const renewed = journal.renew(refreshToken);
  if ('issued' in renewed) return json(response, 200, renewed.issued, { 'cache-control': 'no-store' });
  json(response, 400, {
    error: 'invalid_grant',
    error_description:
      renewed.problem === 'used'
        ? 'The refresh token has already been used; all sessions of the account were ended'
        : 'The refresh token is invalid or revoked',
  });
}

/**
 * POST /sandbox/api/revoke `{ account }`: revokes all tokens of the account with this name, as its owner
 * could: their own, or any by the instance (`owner` null).
 */
export async function revokeAccount(
  { journal, request, response }: Call,
  owner: SandboxAccount | null,
): Promise<void> {
  const { account } = (await readJson(request)) ?? {};
  const found = journal.accounts().find((a) => a.name === account && (!owner || a.id === owner.id));
  if (!found) return json(response, 404, { error: 'not_found', message: 'No such account' });
  journal.revoke(found.id);
  json(response, 200, { revoked: found.id });
}
