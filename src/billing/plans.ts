/** The plans of an instance, and which of them an organisation has. Without any, nothing is limited. */
import type { Plan, PlansConfig } from '../platform/plan-list.ts';

/** Whether anything is limited at all. */
export const hasPlans = ({ CRIER_PLANS: plans }: PlansConfig): boolean => plans.length > 0;

/**
 * The plan of an organisation. One that has none, or one whose plan was taken out of the configuration, has
 * the default plan: CRIER_DEFAULT_PLAN, or the first of CRIER_PLANS.
 *
 * @returns undefined when there are no plans
 */
export function planNamed(
  { CRIER_PLANS: plans, CRIER_DEFAULT_PLAN: initial }: PlansConfig,
  name: string | null,
): Plan | undefined {
  return plans.find((plan) => plan.name === name) ?? plans.find((plan) => plan.name === initial) ?? plans[0];
}
