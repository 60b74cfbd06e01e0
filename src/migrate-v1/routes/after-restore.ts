import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { id, listOf, record, text, textOrNull } from '../../http/shapes.ts';
import { OUTCOMES, settleRestored } from '../cutover/settle-restored.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { operatorOf } from '../../run/instance/operator.ts';

export const afterRestoreBody = {
  type: 'object',
  properties: {
    organizationId: {
      type: 'string',
      format: 'id',
      maxLength: 36,
      description: 'One organisation; without it, all that are in doubt',
    },
    frozenSource: {
      type: 'boolean',
      default: false,
      description: 'The containers of v1 are stopped permanently; its database may be gone',
    },
    act: {
      type: 'boolean',
      default: false,
      description: 'Act on what v1 says; without it, nothing is changed',
    },
  },
  additionalProperties: false,
} as const;

export const lookAfterRestoreOperation = {
  id: 'lookAfterRestore',
  method: 'post',
  path: '/instance/migration/after-restore',
  tag: 'Instance',
  access: 'caller',
  role: 'none',
  summary: 'After a restore, look in v1 who publishes',
  description:
    'For the operator. Until a person has checked, nothing is published for organisations that came from v1.',
  body: afterRestoreBody,
  answer: {
    status: 200,
    description: 'What v1 says of each organisation that is in doubt',
    schema: record({
      organizations: listOf(
        record({
          id: id('Its id here'),
          name: text('Name'),
          outcome: {
            enum: [...OUTCOMES],
            description:
              '`crier`: v1 is stopped, and Crier publishes; `v1`: v1 publishes, as before; `given_back`: v1 publishes, and it is given back here; `cut_over`: v1 is stopped and nobody publishes, so take it over again; `taken_over`: v1 is gone, and Crier takes over; `refused`: see there',
          },
          refused: textOrNull('Why that cannot be said, or not be acted on'),
        }),
      ),
    }),
  },
  errors: ['insufficient_role'],
  example: { frozenSource: false, act: false },
  handler: lookHandler,
} as const satisfies Operation;

const check = compile(afterRestoreBody);

function lookHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    operatorOf(ctx);
    const { organizationId, ...look } = check(ctx.state.body);
    const organization = organizationId === undefined ? undefined : idParam(organizationId);
    const said = await settleRestored(context, { ...look, organization });
    ctx.body = {
      organizations: said.map(({ organization: { id, name }, outcome, refused }) => ({
        id,
        name,
        outcome,
        refused,
      })),
    };
  };
}
