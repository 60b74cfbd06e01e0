/**
 * Who may renew the credentials of a channel. A lease is one row for each channel, by the database's clock:
 * taken by one statement, returned with the new credentials or with the network's answer. Nobody holds a
 * connection or a lock in between.
 */
import type { Channel } from '../../providers/_kit/contract.ts';
import {
  ChannelGone,
  OutcomeUnknown,
  ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
} from '../../providers/_kit/errors.ts';
import type { Database, Statement } from '../platform/database.ts';
import { renewedElsewhere } from '../platform/published-elsewhere.ts';
import { sentence } from '../platform/sentences.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';

/** A renewal is cut off after this, so that its lease always outlives it. */
export const RENEWAL_MS = 30_000;
/** A process that died frees the channel after this. */
export const LEASE_MS = RENEWAL_MS + 15_000;

/** The answer of the row to a process that asks for the lease. */
export type LeaseState =
  /** The credentials were renewed since they were read, or the channel was deleted. */
  | { readonly status: 'renewed' }
  | { readonly status: 'taken'; readonly credentials: string; readonly organizationId: string }
  | { readonly status: 'leased' }
  /** What the last call was answered a moment ago. */
  | { readonly status: 'failed'; readonly failure: ProviderError };

interface LeaseRow {
  readonly renewed: boolean;
  readonly taken: boolean;
  readonly credentials: string;
  readonly organizationId: string;
  readonly failure: StoredFailure | null;
}

// The channel's row is locked for the length of this statement, and so read as the last renewal left it.
const TAKE: Statement = {
  name: 'renewal-take',
  text: `with
  channel as (
    select id, credentials, credentials_version, organization_id, ${renewedElsewhere('organization_id')} as elsewhere
    from integration
    where id = $1 and deleted_at is null
    for no key update
  ),
  lease as (
    insert into credential_renewal as r (integration_id, version, owner, ends_at)
    select id, credentials_version, $3, clock_timestamp() + $4::float8 * interval '1 millisecond'
    from channel
    where credentials_version = $2 and not elsewhere
    on conflict (integration_id) do update
      set version = excluded.version, owner = excluded.owner, ends_at = excluded.ends_at, failure = null,
        failures = case when r.version = excluded.version then r.failures else 0 end
      where r.version <> excluded.version or r.ends_at <= clock_timestamp()
    returning 1
  )
  select credentials_version <> $2 as renewed, exists (select 1 from lease) as taken, credentials,
    organization_id as "organizationId",
    case when elsewhere then jsonb_build_object('kind', 'unsent', 'networkCode', 'published_elsewhere',
      'message', 'Another instance publishes for this organisation, or may since a backup was restored, and so this one does not renew these credentials') end as failure
  from channel`,
};
const LOOK: Statement = {
  name: 'renewal-look',
  text: `select i.credentials_version <> $2 or i.deleted_at is not null as renewed, false as taken,
    '' as credentials, '' as "organizationId", r.failure
  from integration i
  join credential_renewal r on r.integration_id = i.id and r.version = $2 and r.ends_at > clock_timestamp()
  where i.id = $1`,
};
// Whether another process holds the lease by now does not matter: the first one stores.
const STORE: Statement = {
  name: 'renewal-store',
  text: `with
  stored as (
    update integration
    set credentials = $4, expires_at = $5, details = details || $6::jsonb,
      credentials_version = credentials_version + 1, updated_at = now()
    where id = $1 and credentials_version = $2 and deleted_at is null
    returning id
  ),
  ended as (
    delete from credential_renewal
    where integration_id = $1 and owner = $3
  )
  select id from stored`,
};
const FAIL: Statement = {
  name: 'renewal-fail',
  text: `update credential_renewal
    set failure = $3::jsonb, failures = failures + 1,
      ends_at = clock_timestamp()
        + greatest($4::float8, least(60000, 2000 * power(2, least(failures, 10)))) * interval '1 millisecond'
    where integration_id = $1 and owner = $2`,
};

/** Which credentials: of this channel, as they were read. */
export interface RenewalKey {
  readonly id: string;
  readonly credentialsVersion: number;
}

/** Takes the lease, unless another process has it, or the credentials were renewed since. */
export async function takeLease(
  database: Database,
  { id, credentialsVersion }: RenewalKey,
  owner: string,
): Promise<LeaseState> {
  const values = [id, credentialsVersion, owner, LEASE_MS];
  return stateOf((await database.query<LeaseRow>(TAKE, values))[0]);
}

/** Looks at the lease of another process without taking anything; undefined when it has ended. */
export async function lookAtLease(
  database: Database,
  { id, credentialsVersion }: RenewalKey,
): Promise<LeaseState | undefined> {
  const [row] = await database.query<LeaseRow>(LOOK, [id, credentialsVersion]);
  return row && stateOf(row);
}

/** What a renewal has brought: sealed credentials, and the details that have changed. */
interface Renewed {
  readonly owner: string;
  readonly credentials: string;
  readonly expiresAt: Date | null;
  readonly details: Channel['details'];
}

/**
 * Stores renewed credentials by compare-and-set on their version. False when others were stored meanwhile.
 */
export async function storeRenewed(
  database: Database,
  { id, credentialsVersion }: RenewalKey,
  { owner, credentials, expiresAt, details }: Renewed,
): Promise<boolean> {
  const values = [id, credentialsVersion, owner, credentials, expiresAt, JSON.stringify(details)];
  return (await database.query(STORE, values)).length === 1;
}

/**
 * Ends the lease with what went wrong, which is the answer to everybody who asks: for as long as the network
 * asks to wait, else for 2 s, and longer after each failure in a row, up to a minute.
 */
export async function failRenewal(
  database: Database,
  { id }: RenewalKey,
  { owner, error }: { owner: string; error: unknown },
): Promise<void> {
  const waitMs = error instanceof RateLimited ? error.resetAt.getTime() - Date.now() : 0;
  await database.query(FAIL, [id, owner, JSON.stringify(toStored(error)), Math.round(waitMs)]);
}

function stateOf(row: LeaseRow | undefined): LeaseState {
  if (!row || row.renewed) return { status: 'renewed' };
  if (row.taken) return { status: 'taken', ...row };
  return row.failure ? { status: 'failed', failure: fromStored(row.failure) } : { status: 'leased' };
}

/** A failure as its row has it; `message` was cleaned of credentials. */
interface StoredFailure {
  readonly kind: ProviderError['kind'];
  readonly message: string;
  readonly explanation?: Sentence;
  readonly networkCode: string | null;
  readonly resetAt: string | null;
}

// An error of our own may quote the row, and its message stays in the log.
function toStored(error: unknown): StoredFailure {
  return error instanceof ProviderError
    ? {
        kind: error.kind,
        message: error.message,
        ...(typeof error.said === 'string' ? {} : { explanation: error.said }),
        networkCode: error.networkCode,
        resetAt: error instanceof RateLimited ? error.resetAt.toISOString() : null,
      }
    : {
        kind: 'unsent',
        message: sentence('renewal_failed').message,
        explanation: sentence('renewal_failed'),
        networkCode: 'renewal_failed',
        resetAt: null,
      };
}

function fromStored({ kind, networkCode, resetAt, ...stored }: StoredFailure): ProviderError {
  const said = stored.explanation ?? stored.message;
  const options = { networkCode };
  switch (kind) {
    case 'rate_limited':
      return new RateLimited(said, new Date(resetAt ?? Date.now()), options);
    case 'token_expired':
      return new TokenExpired(said, options);
    case 'channel_gone':
      return new ChannelGone(said, options);
    case 'rejected':
      return new Rejected(said, options);
    case 'outcome_unknown':
      return new OutcomeUnknown(said, options);
    case 'unsent':
      return new Unsent(said, options);
  }
}
