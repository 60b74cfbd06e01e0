import type { AppContext } from '../../http/types.ts';
import { cleanName, MAX_NAME } from '../../platform/clean-input.ts';
import { createApiKey, revokeApiKey, rotateApiKey, type MadeApiKey } from '../create-api-key.ts';
import type { Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import { personOf } from '../../http/person.ts';
import { presentApiKey, type ApiKeyRow } from '../present-api-key.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { createApiKeyBody } from './manage-api-keys.schema.ts';

const COLUMNS = `k.id, k.name, k.scopes, (extract(epoch from k.created_at) * 1000)::float8 as "createdMs", (extract(epoch from k.expires_at) * 1000)::float8 as "expiresMs", (extract(epoch from k.last_used_at) * 1000)::float8 as "lastUsedMs", u.name as "createdBy" from api_key k left join user_account u on u.id = k.created_by_id`;
const LIST: Statement = {
  name: 'api-keys-list',
  text: `select ${COLUMNS} where k.organization_id = $1 and k.revoked_at is null order by k.created_at desc, k.id desc`,
};
const ONE: Statement = { name: 'api-keys-one', text: `select ${COLUMNS} where k.id = $1` };

const checkBody = compile(createApiKeyBody);

/** GET /api-keys */
export function listApiKeysRoute({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = (await database.query<ApiKeyRow>(LIST, [ctx.state.caller.organizationId])).map(presentApiKey);
  };
}

/** POST /api-keys: the key is in this answer and nowhere else. */
export function createApiKeyRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    const { name, scopes, expiresAt } = checkBody(ctx.state.body);
    const made = await createApiKey(context, {
      organizationId,
      createdById: userId,
      name: cleanName(name, { max: MAX_NAME }),
      ...(scopes ? { scopes } : {}),
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
    await answerMade(context, ctx, made);
  };
}

/** DELETE /api-keys/{id} */
export function revokeApiKeyRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    await revokeApiKey(context, { organizationId, userId, keyId: idParam(ctx.params.id) });
    ctx.body = { success: true };
  };
}

/** POST /user/api-key/rotate: the newest one, by which existing clients know the only one. */
export function rotateApiKeyRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await answerMade(context, ctx, await rotateApiKey(context, personOf(ctx)));
  };
}

async function answerMade({ database }: Context, ctx: AppContext, { id, key }: MadeApiKey): Promise<void> {
  const [row] = await database.query<ApiKeyRow>(ONE, [id]);
  ctx.status = 201;
  ctx.body = { ...(row && presentApiKey(row)), key };
}
