/**
 * Connecting a workspace: by a bot token that a person copies from the app's page, or by OAuth (oauth.ts),
 * whose token becomes an account by the same `accountOfToken`.
 */
import type { ConnectField, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { call } from './api.ts';
import type { WorkspaceDetails } from './schema.ts';

/** Scopes without which a post would fail when it is due, or could not be found again after a lost answer. */
export const NEEDED_SCOPES = [
  'chat:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
  'files:read',
  'files:write',
  'users:read',
] as const;
/** Scopes that add something: joining public channels by itself, and the number of reactions. */
export const FURTHER_SCOPES = ['channels:join', 'reactions:read'] as const;

/** What a person fills in. */
export const fields: readonly ConnectField[] = [
  {
    name: 'token',
    label: 'Bot token',
    secret: true,
    required: true,
    env: 'SLACK_TOKEN',
    help: `api.slack.com/apps, your app, OAuth & Permissions: add the bot scopes ${[...NEEDED_SCOPES, ...FURTHER_SCOPES].join(', ')}, install it, and copy the "Bot User OAuth Token" (xoxb-…)`,
  },
];

/** Checks what a person typed. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const token = input.token?.trim() ?? '';
  if (token.startsWith('xoxe.')) throw rotates();
  if (!token.startsWith('xoxb-')) {
    throw new Rejected(
      'A bot token is needed (it begins with xoxb-), not a user, app or configuration token',
    );
  }
  return accountOfToken(token, ctx);
}

/** Token rotation cannot be undone for an app, and this provider does not renew tokens. */
export const rotates = (): Rejected =>
  new Rejected(
    'This token ends after 12 hours, because token rotation is on for the app. Turn it off for the app, or use an app without it',
  );

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
 * Who a bot token stands for: the workspace and the app's user in it.
 *
 * @throws Rejected in words for a person when Slack refuses the token or it lacks a scope
 */
export async function accountOfToken(token: string, ctx: ProviderContext): Promise<ConnectedAccount> {
  const { body: identity, headers } = await inWords(() => call<Identity>(token, ctx, 'auth.test'));
  if (!identity.bot_id) throw new Rejected("This token belongs to a person, not to an app's bot");
  const scopes = splitScopes(headers.get('x-oauth-scopes'));
  checkScopes(scopes);
  const {
    body: { user },
  } = await inWords(() => call<Profile>(token, ctx, 'users.info', { form: { user: identity.user_id } }));
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

/**
 * Every answer names the token's scopes in a header (docs.slack.dev/authentication/installing-with-oauth,
 * "X-OAuth-Scopes").
 */
function splitScopes(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean);
}

function checkScopes(scopes: readonly string[]): void {
  const missing = NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length) {
    throw new Rejected(
      `The app lacks the bot scopes ${missing.join(', ')}: add them under OAuth & Permissions and reinstall the app`,
      { networkCode: 'missing_scope' },
    );
  }
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (error instanceof TokenExpired || error instanceof ChannelGone) {
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    }
    throw error;
  });
}
