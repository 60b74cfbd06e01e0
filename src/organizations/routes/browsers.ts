import { ECDH } from 'node:crypto';
import type { AppContext } from '../../http/types.ts';
import { personOf } from '../../http/person.ts';
import type { Operation } from '../../http/operation.ts';
import { success } from '../../http/shapes.ts';
import type { Context } from '../../platform/context.ts';
import { sentence } from '../../platform/sentences.ts';
import { compile } from '../../platform/validation.ts';
import { assertUrl, invalid } from '../../webhooks/webhooks.ts';
import { addBrowser, removeBrowser, type Subscription } from '../notifications/browsers.ts';
import { chooseForBrowsers } from '../notifications/choices.ts';

const key = (description: string) => ({ type: 'string', maxLength: 200, description }) as const;

export const addBrowserBody = {
  type: 'object',
  required: ['endpoint', 'keys'],
  properties: {
    endpoint: { type: 'string', maxLength: 2000, description: 'Its URL at the push service of the browser' },
    keys: {
      type: 'object',
      required: ['p256dh', 'auth'],
      properties: {
        p256dh: key('Its public key, a point on P-256, in base64url'),
        auth: key('Its secret, 16 bytes in base64url'),
      },
    },
  },
} as const;

const checkBrowser = compile(addBrowserBody);

/** What messages are encrypted with (RFC 8291, section 3): a point on the curve, and 16 bytes. */
function assertKeys({ p256dh, auth }: Subscription['keys']): void {
  const problem = (name: string) => ({ path: `keys.${name}`, ...sentence('not_from_the_browser') });
  const lengthOf = (text: string): number => Buffer.from(text, 'base64url').length;
  if (lengthOf(auth) !== 16) throw invalid(problem('auth'));
  if (lengthOf(p256dh) !== 65) throw invalid(problem('p256dh'));
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw invalid(problem('p256dh'));
  }
}

export const addBrowserOperation = {
  id: 'addBrowser',
  method: 'post',
  path: '/notifications/browsers',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Turn on notifications in this browser',
  description:
    'The body is the `PushSubscription` of the browser. It ends with the session. If no topic is chosen for browsers yet, those that are shown in the app are.',
  body: addBrowserBody,
  answer: { status: 201, description: 'The browser shows the topics that are chosen', schema: success },
  errors: [],
  example: {
    endpoint: 'https://push.example/send/1',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
  handler: (context: Context) => async (ctx: AppContext) => {
    const { userId, session } = personOf(ctx);
    const subscription = checkBrowser(ctx.state.body) as unknown as Subscription;
    assertUrl(context, subscription.endpoint, 'endpoint');
    assertKeys(subscription.keys);
    await addBrowser(context, { userId, sessionId: session.id }, subscription);
    await chooseForBrowsers(context.database, userId);
    ctx.status = 201;
    ctx.body = { success: true };
  },
} as const satisfies Operation;

export const removeBrowserOperation = {
  id: 'removeBrowser',
  method: 'delete',
  path: '/notifications/browsers',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Turn off notifications in this browser',
  answer: { status: 200, description: 'It shows none any more', schema: success },
  errors: [],
  handler: (context: Context) => async (ctx: AppContext) => {
    await removeBrowser(context, personOf(ctx).session.id);
    ctx.body = { success: true };
  },
} as const satisfies Operation;
