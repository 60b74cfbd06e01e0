/** Webhooks: made, changed and deleted by the admins of an organisation, or with its API key. */
import { randomUUID } from 'node:crypto';
import { assertWebhookQuota } from '../billing/quotas.ts';
import type { Context } from '../platform/context.ts';
import type { Caller } from '../http/types.ts';
import { recordAudit } from '../platform/audit.ts';
import { cleanName, MAX_NAME } from '../platform/clean-input.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { isAllowedAddress, isBlockedAddress } from '../platform/egress.ts';
import { ApiError, type Issue } from '../platform/errors.ts';
import { lockOrganization } from '../platform/organization-lock.ts';
import type { WebhookEventType } from '../platform/entities/events.ts';
import { newSecret, secretBinding } from './secret.ts';
import { sentence } from '../platform/sentences.ts';
import { foreign, missing } from '../platform/missing.ts';

type Deps = Pick<Context, 'database' | 'config' | 'secrets' | 'publicUrl'>;
type By = Pick<Caller, 'organizationId' | 'userId' | 'oauthTokenId'>;

/** What a webhook's form holds; in a change, an omitted field stays. `null` = all of them. */
export interface WebhookFields {
  readonly name?: string;
  readonly url?: string;
  readonly events?: readonly WebhookEventType[] | null;
  readonly channels?: readonly string[] | null;
  readonly format?: 'crier' | 'postiz';
  readonly disabled?: boolean;
}

/** For how long the secret of before still signs, beside the new one. */
export const OLD_SECRET_HOURS = 24;
const POSTIZ_EVENTS: readonly WebhookEventType[] = ['post.published'];
/** Why a webhook is off that did not end by itself. */
export const SWITCHED_OFF = 'it was switched off';
/** Each event is written once for each webhook. */
const MAX_WEBHOOKS = 50;

/** A field of an app's token; null for every other caller. */
const ofToken = (column: 'app_id' | 'user_id', token: string): string =>
  `(select ${column} from oauth_token where id = ${token}::uuid)`;
const INSERT: Statement = {
  name: 'webhook-insert',
  text: `insert into webhook (id, organization_id, name, url, events, channels, format, secret, app_id, app_user_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, ${ofToken('app_id', '$9')}, ${ofToken('user_id', '$9')})`,
};
const UPDATE: Statement = {
  name: 'webhook-update',
  text: `update webhook
    set name = $2, url = $3, events = $4, channels = $5, format = $6,
      disabled_at = case when $7 then coalesce(disabled_at, clock_timestamp()) end,
      disabled_reason = case when $7 then coalesce(disabled_reason, '${SWITCHED_OFF}') end,
      failing_since = case when $7 or url = $3 and disabled_at is null then failing_since end,
      app_id = ${ofToken('app_id', '$8')}, app_user_id = ${ofToken('user_id', '$8')}
    where id = $1`,
};
const ROTATE: Statement = {
  name: 'webhook-rotate',
  text: `update webhook
    set old_secret = secret, old_secret_until = now() + interval '${OLD_SECRET_HOURS} hours', secret = $2,
      app_id = ${ofToken('app_id', '$3')}, app_user_id = ${ofToken('user_id', '$3')}
    where id = $1`,
};
const LOCK: Statement = {
  name: 'webhook-lock',
  text: `select organization_id as "organizationId", name, url, events, channels, format,
      disabled_at is not null as disabled
    from webhook
    where id = $1
    for update`,
};
const CHANNELS: Statement = {
  name: 'webhook-channels',
  text: `select id from integration where organization_id = $1 and deleted_at is null and id = any($2::uuid[])`,
};

/**
 * @returns its id and its secret, which is never shown again
 * @throws ApiError `invalid_request` naming the fields, `quota_exceeded`
 */
export async function createWebhook(
  deps: Deps,
  by: By,
  fields: WebhookFields & { readonly url: string },
): Promise<{ id: string; secret: string }> {
  const id = randomUUID();
  const secret = newSecret();
  const { url, channels = null, format = 'crier' } = fields;
  // What receivers of that format expect: a post that was published.
  const { events = format === 'postiz' ? POSTIZ_EVENTS : null } = fields;
  const name = fields.name === undefined ? nameOf(url) : cleanName(fields.name, { max: MAX_NAME });
  assertUrl(deps, url);
  await deps.database.fork().transactional(async (tx) => {
    await lockOrganization(tx, by.organizationId);
    const [row] = await tx.execute<{ count: number }[]>(
      'select count(*)::int as count from webhook where organization_id = ?',
      [by.organizationId],
    );
    const used = row?.count ?? 0;
    await assertWebhookQuota(deps, tx, {
      organizationId: by.organizationId,
      count: () => Promise.resolve(used),
    });
    if (used >= MAX_WEBHOOKS) {
      throw invalid({ path: '', ...sentence('too_many_webhooks', { most: MAX_WEBHOOKS }) });
    }
    await assertChannels(tx, by, channels);
    const sealed = deps.secrets.seal(secret, secretBinding(by.organizationId, id));
    await queryInside(tx, INSERT, [
      id,
      by.organizationId,
      name,
      url,
      listOf(events),
      listOf(channels),
      format,
      sealed,
      by.oauthTokenId ?? null,
    ]);
    await audit(tx, by, { kind: 'webhook_created', id, detail: { name, host: new URL(url).host } });
  });
  return { id, secret };
}

/** @throws ApiError `invalid_request`, `webhook_not_found`, `foreign_resource` */
export async function changeWebhook(
  deps: Deps,
  by: By,
  { id, ...fields }: WebhookFields & { readonly id: string },
): Promise<void> {
  if (fields.url !== undefined) assertUrl(deps, fields.url);
  const name = fields.name === undefined ? undefined : cleanName(fields.name, { max: MAX_NAME });
  await deps.database.fork().transactional(async (tx) => {
    const before = await lockOwn(tx, by, id);
    if (fields.channels !== undefined) await assertChannels(tx, by, fields.channels);
    const after = { ...before, ...fields, ...(name === undefined ? {} : { name }) };
    const { url, events, channels, format, disabled } = after;
    await queryInside(tx, UPDATE, [
      id,
      after.name,
      url,
      listOf(events),
      listOf(channels),
      format,
      disabled,
      by.oauthTokenId ?? null,
    ]);
    const changed = Object.keys(fields);
    await audit(tx, by, {
      kind: 'webhook_changed',
      id,
      detail: { name: after.name, changed, host: new URL(url).host },
    });
  });
}

/**
 * Makes a new secret. For a day, requests are signed with both. An app that does it knows the secret, so the
 * webhook ends with it, as after any other change.
 *
 * @throws ApiError `webhook_not_found`, `foreign_resource`
 */
export async function rotateWebhookSecret(deps: Deps, by: By, id: string): Promise<string> {
  const secret = newSecret();
  await deps.database.fork().transactional(async (tx) => {
    const { name } = await lockOwn(tx, by, id);
    const sealed = deps.secrets.seal(secret, secretBinding(by.organizationId, id));
    await queryInside(tx, ROTATE, [id, sealed, by.oauthTokenId ?? null]);
    await audit(tx, by, { kind: 'webhook_secret_rotated', id, detail: { name } });
  });
  return secret;
}

/** With its deliveries. @throws ApiError `webhook_not_found`, `foreign_resource` */
export async function deleteWebhook({ database }: Pick<Deps, 'database'>, by: By, id: string): Promise<void> {
  await database.fork().transactional(async (tx) => {
    const { name } = await lockOwn(tx, by, id);
    await tx.execute('delete from webhook where id = ?', [id]);
    await audit(tx, by, { kind: 'webhook_deleted', id, detail: { name } });
  });
}

/** The webhook, locked. @throws ApiError `webhook_not_found`, `foreign_resource` */
export async function lockOwn(
  tx: EntityManager,
  { organizationId }: Pick<By, 'organizationId'>,
  id: string,
): Promise<Required<WebhookFields>> {
  const [row] = await queryInside<Required<WebhookFields> & { organizationId: string }>(tx, LOCK, [id]);
  const { organizationId: _, ...webhook } = ownedBy(organizationId, id, row);
  return webhook;
}

/** The row of a webhook that was read. @throws ApiError `webhook_not_found`, `foreign_resource` */
export function ownedBy<Row extends { readonly organizationId: string }>(
  organizationId: string,
  id: string,
  row: Row | undefined,
): Row {
  if (!row) throw missing('webhook', id);
  if (row.organizationId !== organizationId) throw foreign('webhook', id);
  return row;
}

/** A list of types or ids, as PostgreSQL reads it: the ORM would write its members one by one. */
export const listOf = (members: readonly string[] | null): string | null =>
  members && `{${members.join(',')}}`;

export const invalid = (...issues: readonly Issue[]): ApiError => new ApiError('invalid_request', { issues });

const nameOf = (url: string): string => URL.parse(url)?.host.slice(0, MAX_NAME) ?? url;

/**
 * A URL that people name, and that Crier calls. Its target is checked again by each call, as names may come
 * to mean other addresses.
 */
export function assertUrl({ config }: Pick<Deps, 'config'>, text: string, path = 'url'): void {
  const url = URL.parse(text);
  const { SSRF_ALLOW_CIDRS: allowCidrs, DISABLE_SSRF_PROTECTION: guardDisabled } = config;
  const isBlocked = url && isBlockedAddress(url.hostname, { guardDisabled, allowCidrs });
  const problems = [
    // The parser removes them, and the URL that is shown would not be the one that is called.
    ...(/[\s\p{Cc}]/u.test(text) ? [sentence('url_with_spaces')] : []),
    ...(isBlocked ? [sentence('address_of_private_network')] : []),
    ...(url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && isAllowedAddress(url.hostname, allowCidrs))
      ? []
      : [sentence('not_an_https_url')]),
    ...(url?.username || url?.password ? [sentence('url_with_password')] : []),
    ...(url?.hash ? [sentence('url_with_fragment')] : []),
  ];
  if (problems.length) throw invalid(...problems.map((problem) => ({ path, ...problem })));
}

export async function assertChannels(
  tx: EntityManager,
  { organizationId }: By,
  channels: readonly string[] | null | undefined,
): Promise<void> {
  if (!channels) return;
  const rows = await queryInside<{ id: string }>(tx, CHANNELS, [organizationId, listOf(channels)]);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = channels.flatMap((id, i) =>
    known.has(id.toLowerCase())
      ? []
      : [{ path: `channels.${i}`, ...sentence('no_channel_of_organization', { id }) }],
  );
  if (unknown.length) throw invalid(...unknown);
}

function audit(
  tx: EntityManager,
  { organizationId, userId = undefined }: By,
  {
    kind,
    id,
    detail,
  }: {
    readonly kind: 'webhook_created' | 'webhook_changed' | 'webhook_secret_rotated' | 'webhook_deleted';
    readonly id: string;
    readonly detail: Record<string, unknown>;
  },
): Promise<void> {
  return recordAudit(tx, { organizationId, userId: userId ?? null, kind, subjectId: id, detail });
}
