import type { AppContext } from '../../http/types.ts';
import { featuresOf } from '../present-me.ts';
import { readSetup, setUp } from '../register.ts';
import { openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Context } from '../../platform/context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { isAtThisMachine } from '../../http/known-host.ts';
import { compile } from '../../platform/validation.ts';
import { emailSchema } from '../email.ts';
import { newPasswordSchema } from '../passwords.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';
import { flag, orNull, record, text } from '../../http/shapes.ts';

export const setUpBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: "The person's name" },
    email: emailSchema,
    password: newPasswordSchema,
    organization: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the organisation' },
    timeZone: { type: 'string', minLength: 1, maxLength: 60, description: 'IANA name, e.g. Europe/Berlin' },
    code: {
      type: 'string',
      maxLength: 100,
      description: 'The setup code, which a browser on the machine of the instance does not need',
    },
  },
  required: ['name', 'email', 'password', 'organization', 'timeZone'],
} as const;

export const getSetupOperation = {
  id: 'getSetup',
  method: 'get',
  path: '/auth/setup',
  tag: 'Account',
  access: 'open',
  summary: 'Get the state of the set-up',
  answer: {
    status: 200,
    description: 'The state of the instance',
    schema: record({
      needed: flag("Whether the operator's account is still to be created"),
      accounts: flag(
        'Whether people have accounts: without an operator, they came over from another instance',
      ),
      code: flag('Whether this browser needs the setup code for that'),
      organization: orNull(
        record({ name: text('Its name'), timeZone: text('IANA name') }),
        'The organisation that is waiting for its owner, until set-up is complete',
      ),
      registration: flag('Whether anybody may sign up'),
      mail: flag(
        'Whether mail can be sent. If not, accounts are active at once and the operator resets passwords',
      ),
    }),
  },
  errors: [],
  handler: getSetupHandler,
} as const satisfies Operation;

export const setUpOperation = {
  id: 'setUp',
  method: 'post',
  path: '/auth/setup',
  tag: 'Account',
  access: 'open',
  summary: 'Create the first account',
  description:
    'Works once. The person becomes the operator of the instance and the owner of its first organisation, and is signed in. Needs the setup code, unless the browser is on the machine of the instance.',
  body: setUpBody,
  answer: { status: 201, description: 'The person who is signed in', schema: meSchema },
  errors: ['already_set_up', 'setup_code_required', 'email_taken', 'too_many_attempts'],
  example: {
    name: 'Ada',
    email: 'ada@example.org',
    password: 'a long sentence that nobody guesses',
    organization: 'Ada & Co',
    timeZone: 'Europe/Berlin',
  },
  handler: setUpHandler,
} as const satisfies Operation;

const checkBody = compile(setUpBody);

/** Open, as there is nobody yet who could sign in. */
function getSetupHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { registration, mail } = featuresOf(context);
    ctx.set('Cache-Control', 'no-store');
    const setup = await readSetup(context);
    const code = setup.needed && !isAtThisMachine(ctx, context.config);
    ctx.body = { ...setup, code, registration, mail };
  };
}

/** Once in the life of an instance. */
function setUpHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { code, ...input } = checkBody(ctx.state.body);
    await throttle.register(clientIp(ctx, context.config));
    const atThisMachine = isAtThisMachine(ctx, context.config);
    ctx.body = await openSession(context, ctx, await setUp(context, input, { atThisMachine, code }));
    ctx.status = 201;
  };
}
