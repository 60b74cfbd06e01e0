/** API keys. A key is shown once, when it is created. */
import { createApiKey, revokeApiKey, type Scopes } from '../../../organizations/create-api-key.ts';
import { ApiKey } from '../../../platform/entities/organization.ts';
import { parseDate } from '../../../platform/parse-date.ts';
import { isUuid } from '../../../platform/validation.ts';
import type { Session } from '../command.ts';
import { CliError } from '../errors.ts';
import { shortDate, type Answer } from '../output.ts';
import { chooseOrCreateOrganization } from './first-organization.ts';

/** The options of `keys create`. */
export interface KeyOptions {
  readonly name: string;
  readonly scopes: Scopes;
  readonly expires?: string;
  readonly organization?: string;
}

/**
 * Creates a key and, on an instance without organisations, the first organisation. JSON `{key, id, name,
 * scopes, expiresAt, organization}`.
 *
 * @throws CliError `usage` if it would already have expired
 * @throws ApiError `invalid_date`
 */
export async function createKey(
  { context }: Session,
  { name, scopes, expires: typed, organization: wanted }: KeyOptions,
): Promise<Answer> {
  // The database's clock decides whether it is in the future.
  const expires = typed === undefined ? null : parseDate(typed, '--expires');
  if (expires && expires <= (await context.now())) {
    throw new CliError('usage', '--expires must be in the future');
  }
  const organization = await chooseOrCreateOrganization(context, wanted);
  const { id, key } = await createApiKey(context, {
    organizationId: organization.id,
    name,
    scopes,
    expiresAt: expires,
  });
  const rights = scopes.includes('write') ? 'read and write' : 'only read';
  const until = expires ? ` until ${shortDate(expires)}` : '';
  return {
    json: { key, id, name, scopes, expiresAt: expires, organization },
    lines: [
      key,
      '',
      `The key is not shown again. It may ${rights} for "${organization.name}"${until}. Its id is ${id}.`,
    ],
  };
}

/** Revoking a key twice changes nothing. @throws CliError `key_not_found` */
export async function revokeKey(session: Session, id: string): Promise<Answer> {
  const organization = await session.organization();
  const keyId = id.toLowerCase();
  const key = isUuid(id)
    ? await session.context.database.fork().findOne(ApiKey, { id: keyId, organization: organization.id })
    : null;
  if (!key) {
    throw new CliError(
      'key_not_found',
      `"${organization.name}" has no key with this id. To see the ids: npm run crier -- keys list`,
    );
  }
  const before = key.revokedAt;
  if (!before) await revokeApiKey(session.context, { organizationId: organization.id, userId: null, keyId });
  return {
    json: { id: key.id, name: key.name, revokedAt: before ?? (await session.context.now()) },
    lines: [
      before
        ? `The key "${key.name}" had already been revoked at ${shortDate(before)}`
        : `The key "${key.name}" is revoked and no longer works`,
    ],
  };
}
