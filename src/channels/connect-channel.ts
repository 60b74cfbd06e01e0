/** Connects an account on a network and stores it as a channel. */
import type { InferEntity } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import { providerContext } from '../../providers/_kit/context.ts';
import { ProviderError } from '../../providers/_kit/errors.ts';
import type { ConnectedAccount, Provider } from '../../providers/_kit/contract.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { Integration } from '../platform/entities/integration.ts';
import { ApiError } from '../platform/errors.ts';
import { webUrl } from '../platform/web-url.ts';
import { askForRun } from '../platform/outbox/runs.ts';
import { assertChannelQuota } from '../billing/quotas.ts';
import { credentialsBinding } from '../platform/secrets.ts';
import { findLookalike, isUnknownAccount, looksLike } from './unknown-account.ts';
import { sentence } from '../platform/sentences.ts';

/**
 * The stored channel. `reconnected`: the account was connected before and kept its id and its scheduled
 * posts.
 */
export interface ConnectedChannel {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly profile: string | null;
  readonly picture: string | null;
  readonly reconnected: boolean;
}

/** Who the account is stored for. `reconnect`: the channel it must turn out to be. */
export interface StoreAccount {
  readonly organizationId: string;
  /** Who connected it; null = the command line. */
  readonly userId: string | null;
  readonly account: ConnectedAccount;
  readonly reconnect?: string | null;
}

/**
 * Connects from the command line: checks the credentials with the network and stores them sealed. An account
 * that is already connected is reconnected. The web app uses src/channels/connect.
 *
 * @throws ApiError `invalid_request` when a field is missing; `channel_disconnected` with the network's
 * message when it rejects them
 */
export async function connectChannel(
  context: Context,
  provider: Provider,
  { organizationId, fields: input }: { organizationId: string; fields: Readonly<Record<string, string>> },
): Promise<ConnectedChannel> {
  const fields = completeFields(provider, input);
  const deps = { egress: context.egress, providerEnv: context.config.providerEnv };
  const account = await provider
    .connect(fields, providerContext(deps, provider, AbortSignal.timeout(60_000)))
    .catch((error: unknown) => {
      throw error instanceof ProviderError
        ? new ApiError('channel_disconnected', {
            ...sentence('words_of_network', { network: provider.name, words: error.said }),
            cause: error,
          })
        : error;
    });
  return context.database
    .fork()
    .transactional((tx) =>
      storeAccount(tx, { context, provider }, { organizationId, userId: null, account }),
    );
}

// When two requests connect the same account at once, the second finds what the first stored.
const LOCK: Statement = {
  name: 'connect-lock',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
};

// Locks organisation, channel, posts in this order, as deletions do. Waits for a channel that is being
// deleted or renewed, and reads it afterwards: nothing is stored in a deleted one.
const HOLD = `with o as (select id from organization where id = ? for key share)
  select 1 from integration i join o on o.id = i.organization_id where i.provider = ? and i.internal_id = ? and i.deleted_at is null for update of i`;

/**
 * Stores an account as a channel of the organisation, its credentials sealed. An existing channel keeps its
 * id, its settings and its scheduled posts. Another organisation may connect the same account: that is
 * another channel.
 *
 * @throws ApiError `other_account` when `reconnect` names the channel of another account,
 * `integration_not_found` when it was deleted; `quota_exceeded`
 */
export async function storeAccount(
  tx: EntityManager,
  {
    context,
    provider,
  }: {
    context: Pick<Context, 'secrets' | 'config' | 'publicUrl'>;
    provider: Pick<Provider, 'identifier' | 'name' | 'hostOf'>;
  },
  input: StoreAccount,
): Promise<ConnectedChannel> {
  const {
    organizationId,
    userId,
    account: { credentials, ...found },
  } = input;
  const facts = presentable(found);
  await queryInside(tx, LOCK, [`${organizationId}:${provider.identifier}:${facts.internalId}`]);
  if (input.reconnect) {
    await assertSameAccount(tx, {
      organizationId,
      channelId: input.reconnect,
      facts,
      network: provider.name,
    });
  }
  await tx.execute(HOLD, [organizationId, provider.identifier, facts.internalId]);
  const known =
    (await tx.findOne(Integration, {
      organization: organizationId,
      provider: provider.identifier,
      internalId: facts.internalId,
      deletedAt: null,
    })) ?? (await findWithoutAccount(tx, { input, provider: provider.identifier }));
  if (known && input.reconnect && known.id !== input.reconnect) {
    throw connectedElsewhere(provider.name, known);
  }
  const id = known?.id ?? uuidv7();
  const values = {
    ...facts,
    host: (provider.hostOf?.(facts) ?? '').slice(0, MAX_HOST),
    refreshNeeded: false,
    credentials: context.secrets.seal(JSON.stringify(credentials), credentialsBinding(organizationId, id)),
  };
  if (known) {
    Object.assign(known, values, { credentialsVersion: known.credentialsVersion + 1 });
    await wakeHeld(tx, id);
  } else {
    await assertChannelQuota(context, tx, { organizationId, provider: provider.identifier });
    tx.create(Integration, { id, organization: organizationId, provider: provider.identifier, ...values });
  }
  await tx.flush();
  await recordAudit(tx, {
    organizationId,
    userId,
    kind: known ? 'channel_reconnected' : 'channel_connected',
    subjectId: id,
    detail: { name: facts.name, provider: provider.identifier },
  });
  if (facts.expiresAt) await askForRun(tx, 'refresh_token', id);
  return {
    id,
    name: facts.name,
    identifier: provider.identifier,
    profile: facts.profile,
    reconnected: Boolean(known),
    picture: facts.picture,
  };
}

/** An imported channel that this account fills in: the one that is reconnected, or one that looks like it. */
async function findWithoutAccount(
  tx: EntityManager,
  { input, provider }: { input: StoreAccount; provider: string },
): Promise<InferEntity<typeof Integration> | null> {
  const { organizationId, account } = input;
  const id = input.reconnect ?? (await findLookalike(tx, { organizationId, provider, account }));
  return id ? tx.findOne(Integration, { id, organization: organizationId, deletedAt: null }) : null;
}

const connectedElsewhere = (network: string, { name }: { name: string }): ApiError =>
  new ApiError('other_account', sentence('connected_as_another_channel', { network, name }));

const MAX_NAME = 200;
const MAX_HOST = 500;

/**
 * Makes facts presentable: names and URLs may come from a server that anybody runs, so this drops text that
 * PostgreSQL rejects, endless names, and pictures that are not http.
 */
function presentable<F extends Omit<ConnectedAccount, 'credentials'>>(facts: F): F {
  const text = (value: string): string => String(value).replaceAll('\0', '').slice(0, MAX_NAME);
  const { name, profile, picture } = facts;
  return {
    ...facts,
    name: text(name) || 'Unnamed',
    profile: profile === null ? null : text(profile),
    picture: webUrl(picture),
  };
}

async function assertSameAccount(
  tx: EntityManager,
  {
    organizationId,
    channelId,
    facts,
    network,
  }: {
    organizationId: string;
    channelId: string;
    facts: Omit<ConnectedAccount, 'credentials'>;
    network: string;
  },
): Promise<void> {
  const channel = await tx.findOne(Integration, {
    id: channelId,
    organization: organizationId,
    deletedAt: null,
  });
  if (!channel) throw new ApiError('integration_not_found', sentence('channel_deleted_meanwhile'));
  if (channel.internalId === facts.internalId) return;
  // Nobody knows its account yet: the person's choice counts, unless both have handles and these differ.
  if (isUnknownAccount(channel.internalId) && (!channel.profile || looksLike(channel, facts))) return;
  const named = ({ name, profile }: { name: string; profile?: string | null }): string =>
    profile && profile !== name ? `${name} (${profile})` : name;
  if (named(facts) === named(channel)) {
    throw new ApiError(
      'other_account',
      sentence('another_account_of_that_name', { network, name: named(channel) }),
    );
  }
  throw new ApiError(
    'other_account',
    sentence('another_account', { network, found: named(facts), wanted: named(channel) }),
  );
}

/** The channel's posts that waited for this go on, oldest first; the relay notifies their runs. */
async function wakeHeld(tx: EntityManager, channelId: string): Promise<void> {
  await tx.execute(
    `with woken as (update post set hold = null, updated_at = now() where integration_id = ? and hold = 'channel' returning id, post_group_id, publish_at),
      notified as (insert into post_event (post_id, kind) select id, 'resumed' from woken)
      insert into outbox (id, kind, post_group_id, post_id, available_at)
        select gen_random_uuid(), 'wake_post', post_group_id, id, clock_timestamp() + row_number() over (order by publish_at, id) * interval '1 microsecond' from woken`,
    [channelId],
  );
}

/**
 * The values of a network's fields with their defaults. @throws ApiError `invalid_request` naming what is
 * missing
 */
export function completeFields(
  provider: Provider,
  input: Readonly<Record<string, string>>,
): Record<string, string> {
  if (provider.connection.kind === 'oauth') {
    throw new ApiError('invalid_request', sentence('connected_in_browser_only', { network: provider.name }));
  }
  const wanted = provider.connection.kind === 'credentials' ? provider.connection.fields : [];
  const fields = Object.fromEntries(wanted.map((f) => [f.name, input[f.name] || f.default || '']));
  const issues = wanted
    .filter((f) => f.required && !fields[f.name])
    .map((f) => ({ path: f.name, ...sentence('credential_required', { label: f.label, help: f.help }) }));
  if (issues.length) {
    throw new ApiError('invalid_request', {
      ...sentence('more_needed_to_connect', { network: provider.name }),
      issues,
    });
  }
  return fields;
}
