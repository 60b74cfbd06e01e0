import type { AppContext } from '../../types.ts';
import type { Context } from '../../../platform/context.ts';
import { personOf } from '../../person.ts';
import { readSessionToken } from '../../session-cookie.ts';
import { findSession } from '../../sessions.ts';
import type { Operation } from '../../operation.ts';
import { text } from '../../shapes.ts';
import { createEventStream } from '../event-stream.ts';
import { createStreamLimit } from '../stream-limit.ts';

export const streamEventsOperation = {
  id: 'streamEvents',
  method: 'get',
  path: '/events',
  tag: 'Organisation',
  access: 'caller',
  summary: 'Follow changes as they happen',
  description:
    'Server-sent events. `ready`: from now on every change of the organisation is reported. `change`: a list of `{kind, id}`, where kind is `post`, `channel`, `draft`, `notification` or `instance`, and an id of null means many; read them again. `missed`: anything may have changed. The stream ends with the session, and when it works in another organisation; a browser then asks again by itself.',
  answer: {
    status: 200,
    description: 'A stream that stays open',
    type: 'text/event-stream',
    schema: text('Server-sent events'),
  },
  errors: ['too_many_streams'],
  handler: streamEventsHandler,
} as const satisfies Operation;

/** How often the session is looked at, and a line sent that keeps proxies from closing the connection. */
const HEARTBEAT_MS = 15_000;

function streamEventsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const limit = createStreamLimit();
  return async (ctx) => {
    const { userId, organizationId, session } = personOf(ctx);
    const release = limit(userId);
    const stream = createEventStream();
    const unwatch = await context.changes
      .watch({
        organizationId,
        sessionId: session.id,
        onChanges: (changes) =>
          changes ? stream.send('change', JSON.stringify(changes)) : stream.send('missed', ''),
        onEnd: () => stream.end(),
      })
      .catch((error: unknown) => {
        release();
        throw error;
      });
    const heartbeat = setInterval(() => {
      stream.beat();
      void isStillThere(context, ctx, organizationId).then((is) => is || stream.end());
    }, HEARTBEAT_MS);
    stream.onClose(() => {
      clearInterval(heartbeat);
      unwatch();
      release();
    });
    ctx.type = 'text/event-stream';
    // Proxies pass on each line at once; the connection ends with the stream, also when the process stops.
    ctx.set({ 'X-Accel-Buffering': 'no', Connection: 'close' });
    ctx.body = stream.body;
    stream.send('ready', '');
  };
}

/** Whether the session still works in this organisation. Without an answer nothing has changed. */
async function isStillThere(context: Context, ctx: AppContext, organizationId: string): Promise<boolean> {
  const token = readSessionToken(context, ctx) ?? '';
  try {
    return (await findSession(context, token))?.caller.organizationId === organizationId;
  } catch (err) {
    ctx.state.log.debug({ err }, 'the session of a stream could not be read');
    return true;
  }
}
