import type { AppContext } from '../../http/types.ts';
import { readBilling } from '../read-billing.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation, Schema } from '../../http/operation.ts';
import { count, flag, listOf, record, text, textOrNull } from '../../http/shapes.ts';

const limit = (description: string): Schema => ({
  type: ['integer', 'null'],
  minimum: 0,
  description: `${description}; null = unlimited`,
});
const limits = record({
  channels: limit('Channels'),
  postsPerMonth: limit('Posts in a calendar month (UTC)'),
  members: limit('Members'),
  webhooks: limit('Webhooks'),
  storageMb: limit('Files of the library together, in MB (1,000,000 bytes)'),
});

export const getBillingOperation = {
  id: 'getBilling',
  method: 'get',
  path: '/billing',
  tag: 'Billing',
  access: 'caller',
  summary: 'Get the plan and its use',
  answer: {
    status: 200,
    description: 'Where the instance has no plans: `enabled` false, and nothing is limited',
    schema: record({
      enabled: flag('Whether the instance has plans'),
      plan: textOrNull('Name of the current plan'),
      status: textOrNull(
        'State of the subscription at Stripe: active, trialing, past_due, canceled …; null if there is none',
      ),
      limits,
      used: record({
        channels: count('Channels, not counting the sandbox'),
        posts: count('Posts accepted this month'),
        members: count('Members'),
        storageMb: count('Files of the library together, in MB, rounded up'),
      }),
      month: {
        type: 'string',
        pattern: String.raw`^\d{4}-\d{2}$`,
        description: 'The month for which posts are counted',
      },
      plans: listOf(
        record({
          name: text('Name, for POST /api/billing/checkout'),
          label: text('Name shown to people'),
          limits,
          purchasable: flag('Whether it can be bought here'),
        }),
      ),
    }),
  },
  errors: [],
  handler: getBillingHandler,
} as const satisfies Operation;

/** For every member; what the plan allows is no secret of the owners. */
function getBillingHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await readBilling(context, ctx.state.caller.organizationId);
  };
}
