import type { AppContext } from '../../http/types.ts';
import { cleanName, MAX_NAME } from '../../platform/clean-input.ts';
import { createApiKey, revokeApiKey, rotateApiKey, type MadeApiKey } from '../create-api-key.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { personOf } from '../../http/person.ts';
import { presentApiKey, type ApiKeyRow } from '../present-api-key.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { id, instant, instantOrNull, listOf, record, success, text, textOrNull } from '../../http/shapes.ts';

const apiKey = {
  id: id('The key'),
  name: text('What it is for'),
  scopes: listOf({ enum: ['read', 'write'] }),
  createdAt: instant('When it was created'),
  expiresAt: instantOrNull('When it expires'),
  lastUsedAt: instantOrNull('When it was last used, accurate to the minute'),
  createdBy: textOrNull(
    'Name of the person who created it; null if it was created on the command line or the person is gone',
  ),
};
const madeApiKey = record({ ...apiKey, key: text('The key itself; shown only once') });

export const listApiKeysOperation = {
  id: 'listApiKeys',
  method: 'get',
  path: '/api-keys',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'List the API keys of the organisation',
  answer: {
    status: 200,
    description: 'The keys that are not revoked, newest first; never the secret itself',
    schema: listOf(record(apiKey)),
  },
  errors: [],
  handler: listApiKeysHandler,
} as const satisfies Operation;

export const createApiKeyBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'What it is for' },
    scopes: {
      type: 'array',
      items: { type: 'string', enum: ['read', 'write'] },
      minItems: 1,
      uniqueItems: true,
      description: 'read, or read and write; the default is both',
    },
    expiresAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When it expires; by default never',
    },
  },
  required: ['name'],
  additionalProperties: false,
} as const;

export const createApiKeyOperation = {
  id: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'Create an API key',
  body: createApiKeyBody,
  answer: { status: 201, description: 'The key', schema: madeApiKey },
  errors: ['invalid_date'],
  example: { name: 'Reporting', scopes: ['read'], expiresAt: '2031-12-31T23:00:00Z' },
  handler: createApiKeyHandler,
} as const satisfies Operation;

export const revokeApiKeyOperation = {
  id: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'Revoke an API key',
  answer: { status: 200, description: 'The key no longer works', schema: success },
  errors: ['api_key_not_found', 'foreign_resource', 'organization_not_found'],
  handler: revokeApiKeyHandler,
} as const satisfies Operation;

export const rotateApiKeyOperation = {
  id: 'rotateApiKey',
  method: 'post',
  path: '/user/api-key/rotate',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'Replace the newest API key',
  description: 'The old key stops working. The new one has the same name, scopes and expiry.',
  answer: { status: 201, description: 'The new key', schema: madeApiKey },
  errors: ['organization_not_found'],
  handler: rotateApiKeyHandler,
} as const satisfies Operation;

const COLUMNS = `k.id, k.name, k.scopes, (extract(epoch from k.created_at) * 1000)::float8 as "createdMs", (extract(epoch from k.expires_at) * 1000)::float8 as "expiresMs", (extract(epoch from k.last_used_at) * 1000)::float8 as "lastUsedMs", u.name as "createdBy" from api_key k left join user_account u on u.id = k.created_by_id`;
const LIST: Statement = {
  name: 'api-keys-list',
  text: `select ${COLUMNS} where k.organization_id = $1 and k.revoked_at is null order by k.created_at desc, k.id desc`,
};
const ONE: Statement = { name: 'api-keys-one', text: `select ${COLUMNS} where k.id = $1` };

const checkBody = compile(createApiKeyBody);

function listApiKeysHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = (await database.query<ApiKeyRow>(LIST, [ctx.state.caller.organizationId])).map(presentApiKey);
  };
}

/** Only this answer ever contains the key. */
function createApiKeyHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    const { name, scopes, expiresAt } = checkBody(ctx.state.body);
    const made = await createApiKey(context, {
      organizationId,
      createdById: userId,
      name: cleanName(name, { max: MAX_NAME }),
      ...(scopes ? { scopes } : {}),
      expiresAt: expiresAt ? parseDate(expiresAt, 'expiresAt') : null,
    });
    await answerMade(context, ctx, made);
  };
}

function revokeApiKeyHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    await revokeApiKey(context, { organizationId, userId, keyId: idParam(ctx.params.id) });
    ctx.body = { success: true };
  };
}

/** The newest one, by which existing clients know the only one. */
function rotateApiKeyHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await answerMade(context, ctx, await rotateApiKey(context, personOf(ctx)));
  };
}

async function answerMade({ database }: Context, ctx: AppContext, { id, key }: MadeApiKey): Promise<void> {
  const [row] = await database.query<ApiKeyRow>(ONE, [id]);
  ctx.status = 201;
  ctx.body = { ...(row && presentApiKey(row)), key };
}
