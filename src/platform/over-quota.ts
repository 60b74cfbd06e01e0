/** The error for an organisation that has used up its plan. */
import { ApiError } from './errors.ts';
import type { Limits, Plan } from './plan-list.ts';

/** Where an owner sees and changes the plan. */
export const planPage = ({ publicUrl }: { readonly publicUrl: string }): string =>
  `${publicUrl}/settings/plan`;

const WORDS: Readonly<Record<keyof Limits, (n: number) => string>> = {
  channels: (n) => (n === 1 ? '1 channel' : `${n} channels`),
  postsPerMonth: (n) => (n === 1 ? '1 post a month' : `${n} posts a month`),
  members: (n) => (n === 1 ? '1 member' : `${n} members`),
  webhooks: (n) => (n === 1 ? '1 webhook' : `${n} webhooks`),
  storageMb: (n) => `${n} MB of files`,
};

/** The error, with its numbers as text for people and as fields for programs. */
export function overQuota(
  { publicUrl }: { readonly publicUrl: string },
  of: { quota: keyof Limits; limit: number; used: number; plan: Plan; wanted: number },
): ApiError {
  const { quota, limit, used, plan, wanted } = of;
  const rest = wanted > 1 ? `, and this needs ${wanted} more` : '';
  return new ApiError('quota_exceeded', {
    message: `The plan ${plan.label} allows ${WORDS[quota](limit)}: ${used} ${used === 1 ? 'is' : 'are'} used${rest}`,
    details: { quota, limit, used, plan: plan.name, url: planPage({ publicUrl }) },
  });
}
