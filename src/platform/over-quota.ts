/** The error for an organisation that has used up its plan. */
import { ApiError } from './errors.ts';
import type { Limits, Plan } from './plan-list.ts';
import { sentence } from './sentences.ts';

/** The page on which an owner sees and changes the plan. */
export const planPage = ({ publicUrl }: { readonly publicUrl: string }): string =>
  `${publicUrl}/settings/plan`;

/** What is said of a plan that is used up, and of one that is when several more are wanted. */
const SENTENCES = {
  channels: ['plan_used_up_channels', 'plan_short_of_channels'],
  postsPerMonth: ['plan_used_up_posts', 'plan_short_of_posts'],
  members: ['plan_used_up_members', 'plan_short_of_members'],
  webhooks: ['plan_used_up_webhooks', 'plan_short_of_webhooks'],
  storageMb: ['plan_used_up_storage', 'plan_short_of_storage'],
} as const satisfies Record<keyof Limits, unknown>;

/** The error, with its numbers as text for people and as fields for programs. */
export function overQuota(
  { publicUrl }: { readonly publicUrl: string },
  use: { quota: keyof Limits; limit: number; used: number; plan: Plan; wanted: number },
): ApiError {
  const { quota, limit, used, plan, wanted } = use;
  const [usedUp, short] = SENTENCES[quota];
  const facts = { plan: plan.label, limit, used };
  return new ApiError('quota_exceeded', {
    ...(wanted > 1 ? sentence(short, { ...facts, wanted }) : sentence(usedUp, facts)),
    details: { quota, limit, used, plan: plan.name, url: planPage({ publicUrl }) },
  });
}
