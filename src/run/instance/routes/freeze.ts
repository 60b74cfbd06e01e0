import type { AppContext } from '../../../http/types.ts';
import type { Context } from '../../../platform/context.ts';
import { cleanName } from '../../../platform/clean-input.ts';
import type { FreezeScope } from '../../../platform/freeze.ts';
import { compile, idParam } from '../../../platform/validation.ts';
import type { Operation } from '../../../http/operation.ts';
import { count, record } from '../../../http/shapes.ts';
import { freezePublishing, resumePublishing } from '../freeze-publishing.ts';
import { operatorOf } from '../operator.ts';
import { planShape } from './instance-shapes.ts';

const MAX_REASON = 200;
const organizationId = {
  type: 'string',
  format: 'id',
  maxLength: 36,
  description: 'One organisation; without it, the whole instance',
} as const;

export const freezeBody = {
  type: 'object',
  properties: {
    reason: { type: 'string', minLength: 1, maxLength: MAX_REASON, description: 'Shown to everyone' },
    organizationId,
  },
  required: ['reason'],
  additionalProperties: false,
} as const;

export const freezePublishingOperation = {
  id: 'freezePublishing',
  method: 'post',
  path: '/instance/freeze',
  tag: 'Instance',
  access: 'caller',
  role: 'none',
  summary: 'Freeze publishing',
  description:
    'For the operator. Nothing is sent from now on; posts can still be created, and those that become due are held.',
  body: freezeBody,
  answer: {
    status: 200,
    description: 'Publishing is frozen',
    schema: record({
      openCalls: count(
        'Calls to networks that had begun and are not answered yet; what they sent may appear',
      ),
    }),
  },
  errors: ['insufficient_role', 'organization_not_found'],
  example: { reason: 'Moving to another server' },
  handler: freezeHandler,
} as const satisfies Operation;

export const resumeBody = {
  type: 'object',
  properties: {
    action: {
      type: 'string',
      enum: ['now', 'respread', 'drop'],
      description:
        'What to do with overdue posts: send them oldest first, give them new dates evenly over `minutes`, or cancel them',
    },
    minutes: { type: 'integer', minimum: 1, maximum: 10_080, default: 60 },
    organizationId,
  },
  required: ['action'],
  additionalProperties: false,
} as const;

export const resumePublishingOperation = {
  id: 'resumePublishing',
  method: 'post',
  path: '/instance/resume',
  tag: 'Instance',
  access: 'caller',
  role: 'none',
  summary: 'Resume publishing',
  description: 'For the operator. Answers with the plan that was carried out.',
  body: resumeBody,
  answer: { status: 200, description: 'Publishing is resumed', schema: planShape },
  errors: [
    'insufficient_role',
    'organization_not_found',
    'not_frozen',
    'organization_moved',
    'publisher_in_doubt',
    'instance_frozen',
  ],
  example: { action: 'respread', minutes: 60 },
  handler: resumeHandler,
} as const satisfies Operation;

const checkFreeze = compile(freezeBody);
const checkResume = compile(resumeBody);

const scopeOf = (id: string | undefined): FreezeScope =>
  id === undefined ? {} : { organizationId: idParam(id) };

function freezeHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const operator = operatorOf(ctx);
    const { reason, organizationId } = checkFreeze(ctx.state.body);
    ctx.body = {
      openCalls: await freezePublishing(context, operator, {
        scope: scopeOf(organizationId),
        reason: cleanName(reason, { path: 'reason', max: MAX_REASON }),
      }),
    };
  };
}

function resumeHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const operator = operatorOf(ctx);
    const { action, minutes, organizationId } = checkResume(ctx.state.body);
    ctx.body = await resumePublishing(context, operator, {
      scope: scopeOf(organizationId),
      choice: action === 'respread' ? { action, minutes } : { action },
    });
  };
}
