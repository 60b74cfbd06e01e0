/**
 * Starts the runs that belong to no post. The row decides whether anything is left to do; a run that exists
 * already is found.
 */
import { numbersWorkflowId } from '../../../temporal/contract/collect-numbers.ts';
import { deliveryWorkflowId } from '../../../temporal/contract/deliver-webhook.ts';
import { codeExpiryWorkflowId } from '../../../temporal/contract/oauth-code-expiry.ts';
import { WORKFLOW_QUEUE } from '../../../temporal/contract/queues.ts';
import { CREDENTIALS_CHANGED_SIGNAL, refreshWorkflowId } from '../../../temporal/contract/refresh-token.ts';
import { SEARCH_KEYS } from '../../../temporal/contract/search-attributes.ts';
import type { StartedWorkflows } from '../../../temporal/contract/started-workflows.ts';
import { revocationWorkflowId, type RevocationRef } from '../../../temporal/contract/token-revocation.ts';
import type { Statement } from '../database.ts';
import type { RunKind } from '../entities/delivery.ts';
import {
  describeCode,
  describeDelivery,
  describeNumbers,
  describeRefresh,
  describeRevocation,
  namedAttributes,
  type NamedChannel,
  type NamedDelivery,
} from '../../../temporal/run-words.ts';
import type { DispatchDeps } from './start-group.ts';

/** The subject of a run, from a message of the outbox or from the reconciler. */
export interface RunSubject {
  readonly kind: RunKind;
  /** The code, the token, the app or the channel. */
  readonly subjectId: string;
}

/** After every post (start-group.ts). */
const BEHIND_POSTS = 4;

const READ_CODE: Statement = {
  name: 'run-read-code',
  text: `select organization_id as "organizationId", app_id as "appId",
      (extract(epoch from expires_at) * 1000)::float8 as "expiresMs"
    from oauth_code
    where id = $1 and state = 'issued'`,
};
const READ_TOKEN: Statement = {
  name: 'run-read-token',
  text: `select organization_id as "organizationId", app_id as "appId"
    from oauth_token
    where id = $1 and notified_at is null and revoked_at is not null`,
};
const READ_APP: Statement = {
  name: 'run-read-app',
  text: `select organization_id as "organizationId", id as "appId"
    from oauth_app
    where id = $1 and deleted_at is not null`,
};
const READ_CHANNEL: Statement = {
  name: 'run-read-channel',
  text: `select i.organization_id as "organizationId", i.provider, i.name as channel, o.name as organization
    from integration i
    join organization o on o.id = i.organization_id
    where i.id = $1
      and i.expires_at is not null
      and i.deleted_at is null
      and not i.disabled
      and not i.refresh_needed`,
};
const READ_DELIVERY: Statement = {
  name: 'run-read-delivery',
  text: `select w.organization_id as "organizationId", w.id as "webhookId", w.name as webhook, e.type,
      o.name as organization
    from webhook_delivery d
    join webhook w on w.id = d.webhook_id
    join webhook_event e on e.id = d.event_id
    join organization o on o.id = w.organization_id
    where d.id = $1 and d.state = 'pending'`,
};
const NUMBERS_STARTED: Statement = {
  name: 'run-numbers-started',
  text: `insert into numbers_run (integration_id, store_id)
    values ($1, $2)
    on conflict (integration_id) do update
    set store_id = excluded.store_id, checked_at = null`,
};
const REFRESH_STARTED: Statement = {
  name: 'run-refresh-started',
  text: 'update integration set refresh_store_id = $2, refresh_checked_at = null where id = $1',
};

interface Subject {
  readonly organizationId: string;
}

/**
 * Starts the run, or finds it running. Returns false when, by the row, nothing is left to do.
 *
 * @throws the gRPC error when Temporal cannot be reached; asking again does no harm
 */
export async function startRun(
  deps: DispatchDeps,
  { kind, subjectId }: RunSubject,
  storeId: string,
): Promise<boolean> {
  if (kind === 'oauth_code') return startCode(deps, subjectId);
  if (kind === 'deliver_webhook') return startDelivery(deps, subjectId);
  if (kind === 'refresh_token') return startRefresh(deps, subjectId, storeId);
  return startRevocation(deps, kind === 'revoke_token' ? { tokenId: subjectId } : { appId: subjectId });
}

async function startCode({ database, temporal }: DispatchDeps, codeId: string): Promise<boolean> {
  const [code] = await database.query<Subject & { appId: string; expiresMs: number }>(READ_CODE, [codeId]);
  if (!code) return false;
  await temporal.workflow.start<StartedWorkflows['OAuthCodeExpiryWorkflow']>('OAuthCodeExpiryWorkflow', {
    ...common(code),
    workflowId: codeExpiryWorkflowId(codeId),
    args: [{ codeId, expiresMs: code.expiresMs, organizationId: code.organizationId }],
    staticSummary: describeCode(code.appId, code.expiresMs),
  });
  return true;
}

async function startRevocation({ database, temporal }: DispatchDeps, ref: RevocationRef): Promise<boolean> {
  const [token] = await database.query<Subject & { appId: string }>('appId' in ref ? READ_APP : READ_TOKEN, [
    'appId' in ref ? ref.appId : ref.tokenId,
  ]);
  if (!token) return false;
  await temporal.workflow.start<StartedWorkflows['TokenRevocationWorkflow']>('TokenRevocationWorkflow', {
    ...common(token),
    workflowId: revocationWorkflowId(ref),
    args: [{ ...ref, organizationId: token.organizationId }],
    staticSummary: describeRevocation(ref, token.appId),
  });
  return true;
}

async function startDelivery({ database, temporal }: DispatchDeps, deliveryId: string): Promise<boolean> {
  const [delivery] = await database.query<Subject & NamedDelivery & { webhookId: string }>(READ_DELIVERY, [
    deliveryId,
  ]);
  if (!delivery) return false;
  const { organization, webhookId } = delivery;
  const { typedSearchAttributes, priority, ...options } = common(delivery);
  await temporal.workflow.start<StartedWorkflows['DeliverWebhookWorkflow']>('DeliverWebhookWorkflow', {
    ...options,
    workflowId: deliveryWorkflowId(deliveryId),
    args: [{ deliveryId }],
    staticSummary: describeDelivery(delivery),
    // One receiver with a backlog keeps no other waiting.
    priority: { ...priority, fairnessKey: webhookId },
    typedSearchAttributes: [...typedSearchAttributes, ...namedAttributes(organization, [])],
  });
  return true;
}

/** A run that exists is woken: the channel was reconnected, and its credentials may expire later. */
async function startRefresh(
  { database, temporal }: DispatchDeps,
  integrationId: string,
  storeId: string,
): Promise<boolean> {
  const [channel] = await database.query<Subject & NamedChannel>(READ_CHANNEL, [integrationId]);
  if (!channel) return false;
  const { organizationId, provider } = channel;
  const options = common(channel);
  await temporal.workflow.signalWithStart<StartedWorkflows['RefreshTokenWorkflow']>('RefreshTokenWorkflow', {
    ...options,
    workflowId: refreshWorkflowId(integrationId),
    signal: CREDENTIALS_CHANGED_SIGNAL,
    args: [{ integrationId, organizationId, provider }],
    staticSummary: describeRefresh(channel),
    typedSearchAttributes: ofNetwork(channel),
  });
  await database.query(REFRESH_STARTED, [integrationId, storeId]);
  return true;
}

/** A channel as the reconciler finds it. */
export interface NumbersSubject extends Subject, NamedChannel {
  readonly id: string;
}

/**
 * Starts the run that reads the channel's numbers, or finds it.
 *
 * @throws the gRPC error when Temporal cannot be reached; asking again does no harm
 */
export async function startNumbers(
  { database, temporal }: DispatchDeps,
  channel: NumbersSubject,
  storeId: string,
): Promise<void> {
  await temporal.workflow.start<StartedWorkflows['CollectNumbersWorkflow']>('CollectNumbersWorkflow', {
    ...common(channel),
    workflowId: numbersWorkflowId(channel.id),
    args: [{ integrationId: channel.id }],
    staticSummary: describeNumbers(channel),
    typedSearchAttributes: ofNetwork(channel),
  });
  await database.query(NUMBERS_STARTED, [channel.id, storeId]);
}

const ofNetwork = ({ organizationId, organization, channel, provider }: Omit<NumbersSubject, 'id'>) => [
  { key: SEARCH_KEYS.organization, value: organizationId },
  { key: SEARCH_KEYS.providers, value: [provider] },
  ...namedAttributes(organization, [channel]),
];

function common({ organizationId }: Subject) {
  return {
    taskQueue: WORKFLOW_QUEUE,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    priority: { priorityKey: BEHIND_POSTS, fairnessKey: organizationId },
    typedSearchAttributes: [{ key: SEARCH_KEYS.organization, value: organizationId }],
  };
}
