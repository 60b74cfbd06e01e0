/** The plans of an instance, and the plan of an organisation. Without plans nothing is limited. */
import type { Plan, PlansConfig } from './plan-list.ts';

export const hasPlans = ({ CRIER_PLANS: plans }: PlansConfig): boolean => plans.length > 0;

/**
 * The plan of an organisation. Without one, or when its plan is no longer configured, the default plan:
 * CRIER_DEFAULT_PLAN, or the first of CRIER_PLANS.
 *
 * @returns undefined when there are no plans
 */
export function planNamed(
  { CRIER_PLANS: plans, CRIER_DEFAULT_PLAN: initial }: PlansConfig,
  name: string | null,
): Plan | undefined {
  return plans.find((plan) => plan.name === name) ?? plans.find((plan) => plan.name === initial) ?? plans[0];
}
