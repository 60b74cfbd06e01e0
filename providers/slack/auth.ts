/**
 * Connecting a workspace with a bot token, copied from the app's page or obtained by OAuth (oauth.ts); both
 * use `accountOfToken`.
 */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import { call } from './api.ts';
import { NEEDED_SCOPES, type WorkspaceDetails } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const token = input.token?.trim() ?? '';
  if (token.startsWith('xoxe.')) throw rotationError();
  if (!token.startsWith('xoxb-')) {
    throw new Rejected(sentence('slack_not_a_bot_token'));
  }
  return accountOfToken(token, ctx);
}

/** Refuses: this provider does not renew tokens. */
export const rotationError = (): Rejected => new Rejected(sentence('slack_token_expires'));

interface Identity {
  readonly url: string;
  readonly team: string;
  readonly team_id: string;
  readonly user: string;
  readonly user_id: string;
  readonly bot_id?: string;
}

interface Profile {
  readonly user?: {
    readonly real_name?: string;
    readonly profile?: {
      readonly display_name?: string;
      readonly image_192?: string;
      readonly image_48?: string;
    };
  };
}

/**
 * The account of a bot token: the workspace, and the app's user in it.
 *
 * @throws Rejected with a message for people if Slack does not accept the token, or a scope is missing
 */
export async function accountOfToken(token: string, ctx: ProviderContext): Promise<ConnectedAccount> {
  const { body: identity, headers } = await call<Identity>(token, ctx, 'auth.test').catch(asRejected);
  if (!identity.bot_id) throw new Rejected(sentence('slack_token_of_person'));
  const scopes = splitScopes(headers.get('x-oauth-scopes'));
  checkScopes(scopes);
  const {
    body: { user },
  } = await call<Profile>(token, ctx, 'users.info', { form: { user: identity.user_id } }).catch(asRejected);
  const details: WorkspaceDetails = {
    teamId: identity.team_id,
    teamName: identity.team,
    workspaceUrl: identity.url,
    botUserId: identity.user_id,
    botId: identity.bot_id,
    scopes,
  };
  return {
    internalId: identity.team_id,
    name: user?.profile?.display_name || user?.real_name || identity.user,
    picture: user?.profile?.image_192 || user?.profile?.image_48 || null,
    profile: URL.canParse(identity.url) ? new URL(identity.url).host : identity.team,
    credentials: { token },
    details: { ...details, scopes: [...scopes] },
    expiresAt: null,
  };
}

/** Every answer has the token's scopes in a header (docs.slack.dev/authentication/installing-with-oauth). */
function splitScopes(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean);
}

function checkScopes(scopes: readonly string[]): void {
  const missing = NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length) {
    throw new Rejected(sentence('slack_lacks_scopes', { count: missing.length, scopes: missing }), {
      networkCode: 'missing_scope',
    });
  }
}
