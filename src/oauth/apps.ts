/**
 * Third-party apps: registered, changed and deleted by the admins of an organisation. Secrets are shown once
 * and stored as hashes.
 */
import type { Person } from '../http/types.ts';
import { recordAudit, type AuditLine } from '../platform/audit.ts';
import { cleanDescription, MAX_NAME, readName } from '../platform/clean-input.ts';
import { lockOrganization } from '../platform/organization-lock.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { OAuthApp } from '../platform/entities/oauth-app.ts';
import { ApiError, type Issue } from '../platform/errors.ts';
import { askForRun } from '../platform/outbox/runs.ts';
import { assertOwnApp } from './policy.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { redirectUrlProblem } from './redirect-url.ts';
import { sentence } from '../platform/sentences.ts';

/** The parts of the context used here. */
export type AppDeps = Pick<Context, 'database' | 'storage'>;

/**
 * What an app's form holds; in a change, an omitted field stays. `pictureId` = an uploaded picture of the
 * organisation; '' and null = none.
 */
export interface AppFields {
  readonly name?: string;
  readonly description?: string | null;
  readonly pictureId?: string | null;
  readonly redirectUrl?: string;
}

interface CleanFields {
  name?: string;
  description?: string | null;
  picture?: string | null;
  redirectUrl?: string;
}

const newSecret = (): string => newToken('pcs_', 48);

/**
 * Registers an app.
 *
 * @param options.only rejects a second app: the operations of existing clients know a single one
 * @returns its id and its secret, which is never shown again
 * @throws ApiError `invalid_request` naming the fields, `media_not_stored`, `app_exists`
 */
export async function createApp(
  deps: AppDeps,
  person: Person,
  {
    fields,
    only = false,
  }: {
    readonly fields: AppFields & { readonly name: string; readonly redirectUrl: string };
    readonly only?: boolean;
  },
): Promise<{ id: string; clientSecret: string }> {
  const { organizationId } = person;
  const clean = await checkFields(deps, organizationId, fields);
  const clientSecret = newSecret();
  const id = await deps.database.fork().transactional(async (tx) => {
    if (only) await assertNone(tx, organizationId);
    const app = tx.create(OAuthApp, {
      ...clean,
      name: clean.name ?? '',
      redirectUrl: clean.redirectUrl ?? '',
      organization: organizationId,
      createdBy: person.userId,
      clientId: newToken('pca_', 32),
      secretHash: hashToken(clientSecret),
    });
    await tx.flush();
    await record(tx, person, {
      kind: 'app_created',
      subjectId: app.id,
      detail: { app: app.name, redirectUrl: app.redirectUrl },
    });
    return app.id;
  });
  return { id, clientSecret };
}

/**
 * Changes an app's details.
 *
 * @throws ApiError as `createApp`; `app_not_found`, `foreign_resource`
 */
export async function updateApp(
  deps: AppDeps,
  person: Person,
  { appId, fields }: { readonly appId: string; readonly fields: AppFields },
): Promise<void> {
  const clean = await checkFields(deps, person.organizationId, fields);
  await deps.database.fork().transactional(async (tx) => {
    const app = await lockOwn(tx, person.organizationId, appId);
    tx.assign(app, clean);
    await tx.flush();
    await record(tx, person, {
      kind: 'app_changed',
      subjectId: appId,
      detail: {
        app: app.name,
        changed: Object.keys(clean),
        ...(clean.redirectUrl === undefined ? {} : { redirectUrl: clean.redirectUrl }),
      },
    });
  });
}

/**
 * Makes a new secret. Every process rejects the old one from this commit on; tokens stay valid.
 *
 * @throws ApiError `app_not_found`, `foreign_resource`
 */
export async function rotateSecret(
  { database }: Pick<AppDeps, 'database'>,
  person: Person,
  appId: string,
): Promise<string> {
  const clientSecret = newSecret();
  await database.fork().transactional(async (tx) => {
    const app = await lockOwn(tx, person.organizationId, appId);
    await tx.execute(
      'update oauth_app set secret_hash = ?, secret_rotated_at = now(), updated_at = now() where id = ?',
      [hashToken(clientSecret), appId],
    );
    await record(tx, person, { kind: 'app_secret_rotated', subjectId: appId, detail: { app: app.name } });
  });
  return clientSecret;
}

const DELETE: Statement = {
  name: 'oauth-app-delete',
  text: `with gone as (update oauth_app set deleted_at = now(), updated_at = now() where id = $1),
    burnt as (update oauth_code set state = 'burnt' where app_id = $1 and state = 'issued'),
    revoked as (update oauth_token set revoked_at = now(), revoked_reason = 'app_deleted' where app_id = $1 and revoked_at is null returning id)
    select count(*)::int as tokens from revoked`,
};

/**
 * Deletes an app permanently, with its tokens and codes. Waits for an exchange in progress, so that its token
 * is revoked too.
 *
 * @returns how many tokens were revoked
 * @throws ApiError `app_not_found`, `foreign_resource`
 */
export async function deleteApp(
  { database }: Pick<AppDeps, 'database'>,
  person: Person,
  appId: string,
): Promise<number> {
  return database.fork().transactional(async (tx) => {
    const app = await lockOwn(tx, person.organizationId, appId);
    const [row] = await queryInside<{ tokens: number }>(tx, DELETE, [appId]);
    const tokens = row?.tokens ?? 0;
    await record(tx, person, { kind: 'app_deleted', subjectId: appId, detail: { app: app.name, tokens } });
    await askForRun(tx, 'delete_oauth_app', appId);
    return tokens;
  });
}

/** The organisation's oldest app; undefined = it has none. */
export async function firstAppId(
  { database }: Pick<AppDeps, 'database'>,
  organizationId: string,
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(
    {
      name: 'oauth-app-first',
      text: 'select id from oauth_app where organization_id = $1 and deleted_at is null order by created_at, id limit 1',
    },
    [organizationId],
  );
  return row?.id;
}

/** Locks the row until the transaction ends, so that changes and code exchanges are serialised. */
async function lockOwn(tx: EntityManager, organizationId: string, appId: string) {
  await tx.execute('select 1 from oauth_app where id = ? for update', [appId]);
  const app = (await tx.findOne(OAuthApp, { id: appId })) ?? undefined;
  assertOwnApp(organizationId, app && { organizationId: app.organization.id, deletedAt: app.deletedAt });
  return app as NonNullable<typeof app>;
}

async function assertNone(tx: EntityManager, organizationId: string): Promise<void> {
  await lockOrganization(tx, organizationId);
  if (
    (
      await tx.execute<unknown[]>(
        'select 1 from oauth_app where organization_id = ? and deleted_at is null limit 1',
        [organizationId],
      )
    ).length
  ) {
    throw new ApiError('app_exists');
  }
}

async function checkFields(
  { storage }: Pick<AppDeps, 'storage'>,
  organizationId: string,
  { name, description, pictureId, redirectUrl }: AppFields,
): Promise<CleanFields> {
  const issues: Issue[] = [];
  const clean: CleanFields = {
    ...(description === undefined ? {} : { description: cleanDescription(description) }),
    ...(pictureId === undefined ? {} : { picture: pictureId || null }),
  };
  if (name !== undefined) {
    const read = readName(name, MAX_NAME);
    clean.name = read.name;
    if (read.problem) issues.push({ path: 'name', ...read.problem });
  }
  if (redirectUrl !== undefined) {
    const problem = redirectUrlProblem((clean.redirectUrl = redirectUrl));
    if (problem) issues.push({ path: 'redirectUrl', ...problem });
  }
  if (issues.length) throw new ApiError('invalid_request', { issues });
  if (clean.picture) {
    const picture = await storage.find(organizationId, clean.picture);
    if (!picture) throw new ApiError('media_not_stored', sentence('app_picture_not_uploaded'));
    if (picture.kind !== 'image') {
      throw new ApiError('invalid_request', {
        issues: [{ path: 'pictureId', ...sentence('upload_not_a_picture') }],
      });
    }
  }
  return clean;
}

function record(
  tx: EntityManager,
  { organizationId, userId }: Person,
  line: Pick<AuditLine, 'kind' | 'subjectId' | 'detail'>,
): Promise<void> {
  return recordAudit(tx, { organizationId, userId, ...line });
}
