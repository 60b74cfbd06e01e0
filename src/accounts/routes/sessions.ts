import type { AppContext } from '../../http/types.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { endSession } from '../../http/sessions.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { personOf } from '../../http/person.ts';
import { idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { flag, id, instant, listOf, record, success, textOrNull } from '../../http/shapes.ts';
import { sentence } from '../../platform/sentences.ts';

export const listSessionsOperation = {
  id: 'listSessions',
  method: 'get',
  path: '/user/sessions',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'List your sessions',
  answer: {
    status: 200,
    description: 'The sessions, most recently used first',
    schema: listOf(
      record({
        id: id('The session'),
        current: flag('Whether this is the session making the request'),
        ip: textOrNull('IP address that it was started from'),
        userAgent: textOrNull('User agent of the browser'),
        createdAt: instant('When it was started'),
        lastSeenAt: instant('When it was last used, accurate to ten minutes'),
      }),
    ),
  },
  errors: [],
  handler: listSessionsHandler,
} as const satisfies Operation;

export const endSessionOperation = {
  id: 'endSession',
  method: 'delete',
  path: '/user/sessions/{id}',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'End one of your sessions',
  answer: { status: 200, description: 'That browser is signed out', schema: success },
  errors: ['session_not_found', 'foreign_resource'],
  handler: endSessionHandler,
} as const satisfies Operation;

interface SessionRow {
  id: string;
  ip: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
}

const LIST: Statement = {
  name: 'session-list',
  text: `select id, nullif(ip, '') as ip, nullif(user_agent, '') as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt" from session
    where user_id = $1 and expires_at > now() order by last_seen_at desc, id desc limit 100`,
};
const OWNER: Statement = {
  name: 'session-owner',
  text: 'select user_id as "userId" from session where id = $1 and expires_at > now()',
};

function listSessionsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { userId, session } = personOf(ctx);
    const rows = await database.query<SessionRow>(LIST, [userId]);
    ctx.body = rows.map((row) => ({
      ...row,
      current: row.id === session.id,
      createdAt: new Date(row.createdAt).toISOString(),
      lastSeenAt: new Date(row.lastSeenAt).toISOString(),
    }));
  };
}

/** One's own only. */
function endSessionHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { userId, session } = personOf(ctx);
    const id = idParam(ctx.params.id);
    const [owner] = await context.database.query<{ userId: string }>(OWNER, [id]);
    if (!owner) throw new ApiError('session_not_found');
    if (owner.userId !== userId) {
      throw new ApiError('foreign_resource', sentence('session_of_another_person'));
    }
    await endSession(context, id);
    if (id === session.id) clearSessionCookie(context, ctx);
    ctx.body = { success: true };
  };
}
