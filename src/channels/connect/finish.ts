/**
 * The second half of connecting a channel in a browser: a state and a code become a channel, or a choice of
 * accounts.
 */
import type { ConnectedAccount, ProviderContext } from '../../../providers/_kit/contract.ts';
import type { OAuthClient } from '../../../providers/_kit/oauth.ts';
import type { Person } from '../../http/types.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { storeAccount, type ConnectedChannel } from '../connect-channel.ts';
import { isUnknownAccount, looksLike, type Named } from '../unknown-account.ts';
import type { Context } from '../../platform/context.ts';
import { queryInside, type Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { clientOf, connectContext, findOAuthProvider, type OAuthProvider } from './begin.ts';
import { invalidState } from './explain-state.ts';
import { toConnectError } from './network-error.ts';
import { grantedTo } from './own-app.ts';
import { claimState, connectBinding, peekState, type Claimed } from './state.ts';
import { sentence } from '../../platform/sentences.ts';

/** What the browser came back with. `error`, `errorDescription`: see RFC 6749, section 4.1.2.1. */
export interface CallbackParts {
  readonly person: Person;
  readonly provider: string;
  readonly origin: string;
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
  readonly errorDescription?: string;
  /** VK ID's number of the browser, which belongs to the code. */
  readonly deviceId?: string;
}

/**
 * Accounts to choose from; none of this is secret. `askedByProgram`: a key or an app asked for the
 * connection, and the person is asked whether they want it, even if there is only one account.
 */
export interface Choice {
  readonly connectId: string;
  readonly askedByProgram: boolean;
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly picture: string | null;
    readonly profile: string | null;
  }[];
}

const KEEP: Statement = {
  name: 'connect-keep',
  text: "update connect_state set phase = 'choosing', sealed = $2, expires_at = now() + interval '1 hour' where id = $1",
};
const TAKE: Statement = {
  name: 'connect-take',
  text: `select sealed, integration_id as "integrationId" from connect_state
    where id = $1 and provider = $2 and organization_id = $3 and session_id = $4 and phase = 'choosing' and expires_at > now() for update`,
};
const DONE: Statement = {
  name: 'connect-done',
  text: "update connect_state set phase = 'done', sealed = '' where id = $1",
};

/** What a person still has to approve in the network's own app; `url`: where, also as a QR code. */
export interface AwaitedApproval {
  readonly url: string;
}

/**
 * Consumes the state, exchanges the code, and stores the account. For a network that sends no browser back,
 * the state stays until the person has approved. If there are several, or a program asked for the connection,
 * they are kept sealed until the person has chosen: with a link from a key or an app, an attacker could have
 * their own account connected by an admin who only opened it.
 *
 * @throws ApiError `invalid_state`; `connect_denied` with the network's message; `network_failed`,
 * `network_busy`; `other_account`; `quota_exceeded`
 */
export async function finishConnect(
  context: Context,
  parts: CallbackParts,
): Promise<{ channel: ConnectedChannel } | { choose: Choice } | { approve: AwaitedApproval }> {
  const { person } = parts;
  const provider = findOAuthProvider(context, parts.provider);
  const awaited = provider.oauth.approval && (await findAwaited(context, provider, parts));
  if (awaited) return { approve: awaited };
  const claimed = parts.state
    ? await claimState(context, parts.state, { person, provider: provider.identifier })
    : undefined;
  if (!claimed) throw await invalidState(context, { ...parts, provider: provider.identifier });
  const accounts = await exchange(context, provider, { claimed, parts });
  const account = await pick(context, accounts, claimed);
  if (!account || claimed.askedByProgram) {
    return { choose: await keepChoice(context, claimed, account ? [account] : accounts) };
  }
  const channel = await context.database
    .fork()
    .transactional((tx) =>
      storeAccount(
        tx,
        { context, provider },
        {
          organizationId: person.organizationId,
          userId: person.userId,
          account,
          reconnect: claimed.integrationId,
        },
      ),
    );
  return { channel };
}

/**
 * Stores the chosen account.
 *
 * @throws ApiError `invalid_state` when there is nothing left to choose, `invalid_request` for an account
 * that was not offered
 */
export async function chooseAccount(
  context: Context,
  chosen: { person: Person; provider: string; connectId: string; accountId: string },
): Promise<ConnectedChannel> {
  const { person, connectId, accountId } = chosen;
  const provider = findOAuthProvider(context, chosen.provider);
  return context.database.fork().transactional(async (tx) => {
    const [row] = await queryInside<{ sealed: string; integrationId: string | null }>(tx, TAKE, [
      connectId,
      provider.identifier,
      person.organizationId,
      person.session.id,
    ]);
    if (!row) throw new ApiError('invalid_state', sentence('nothing_to_choose'));
    const accounts = revive(context.secrets.open(row.sealed, connectBinding(connectId)));
    const account = accounts.find(({ internalId }) => internalId === accountId);
    if (!account) {
      throw new ApiError('invalid_request', {
        issues: [{ path: 'accountId', ...sentence('account_not_offered') }],
      });
    }
    await queryInside(tx, DONE, [connectId]);
    return storeAccount(
      tx,
      { context, provider },
      { organizationId: person.organizationId, userId: person.userId, account, reconnect: row.integrationId },
    );
  });
}

/** Null once the person has approved, and for a state that cannot be claimed anyway. */
async function findAwaited(
  context: Context,
  provider: OAuthProvider,
  { person, state }: CallbackParts,
): Promise<AwaitedApproval | null> {
  const step = state ? await peekState(context, state, { person, provider: provider.identifier }) : undefined;
  if (!step?.approval) return null;
  const ctx = connectContext(context, provider);
  const app = clientOf(provider, step, ctx);
  const { url, ticket } = step.approval;
  try {
    const approved = await provider.oauth.approval?.isApproved({ ...step, app, ticket }, ctx);
    return approved ? null : { url };
  } catch (failure) {
    throw toConnectError(provider, hostOf(provider, { step, app }, ctx), failure);
  }
}

async function exchange(
  context: Context,
  provider: OAuthProvider,
  { claimed, parts }: { claimed: Claimed; parts: CallbackParts },
): Promise<readonly ConnectedAccount[]> {
  const { error, errorDescription, state, deviceId } = parts;
  const code = claimed.step.approval?.ticket ?? parts.code ?? '';
  if (error || !code) {
    const words = (errorDescription || error || '').slice(0, 500) || sentence('network_sent_no_code');
    throw new ApiError('connect_denied', sentence('words_of_network', { network: provider.name, words }));
  }
  const ctx = connectContext(context, provider);
  const { step } = claimed;
  const app = clientOf(provider, step, ctx);
  const secrets = { code, clientSecret: app.secret, ...(step.verifier ? { verifier: step.verifier } : {}) };
  try {
    const accounts = await withoutSecrets(provider, { credentials: secrets }, () =>
      provider.oauth.exchange({ ...step, app, code, state, ...(deviceId ? { deviceId } : {}) }, ctx),
    );
    const isOwn = step.app !== undefined && provider.oauth.app.kind === 'env';
    if (!isOwn) return accounts;
    return accounts.map((one) => ({ ...one, credentials: grantedTo(one.credentials, app) }));
  } catch (failure) {
    throw toConnectError(provider, hostOf(provider, { ...claimed, app }, ctx), failure);
  }
}

/** The host the browser was sent to. */
function hostOf(
  provider: OAuthProvider,
  { step, app }: { step: Claimed['step']; app: OAuthClient },
  ctx: ProviderContext,
): string {
  return new URL(step.server ?? provider.oauth.authorizeUrl({ ...step, app, state: '' }, ctx)).host;
}

/** The only account, or the one of the channel to be reconnected; undefined = the person chooses. */
async function pick(
  { database }: Context,
  accounts: readonly ConnectedAccount[],
  { integrationId }: Claimed,
): Promise<ConnectedAccount | undefined> {
  const [first, ...others] = accounts;
  if (!first) throw new ApiError('connect_denied', sentence('no_account_to_publish_to'));
  if (!others.length) return first;
  if (!integrationId) return undefined;
  const [channel] = await database.query<Named & { internalId: string }>(
    {
      name: 'connect-account-of',
      text: 'select internal_id as "internalId", name, profile from integration where id = $1',
    },
    [integrationId],
  );
  if (channel && isUnknownAccount(channel.internalId)) {
    return accounts.find((account) => looksLike(channel, account));
  }
  return accounts.find(({ internalId }) => internalId === channel?.internalId) ?? first;
}

async function keepChoice(
  { database, secrets }: Context,
  { id, askedByProgram }: Claimed,
  accounts: readonly ConnectedAccount[],
): Promise<Choice> {
  await database.query(KEEP, [id, secrets.seal(JSON.stringify(accounts), connectBinding(id))]);
  return {
    connectId: id,
    askedByProgram,
    accounts: accounts.map(({ internalId, name, picture, profile }) => ({
      id: internalId,
      name,
      picture,
      profile,
    })),
  };
}

/** JSON gives dates back as text. */
function revive(text: string): ConnectedAccount[] {
  const accounts = JSON.parse(text) as (Omit<ConnectedAccount, 'expiresAt'> & { expiresAt: string | null })[];
  return accounts.map((account) => ({
    ...account,
    expiresAt: account.expiresAt === null ? null : new Date(account.expiresAt),
  }));
}
