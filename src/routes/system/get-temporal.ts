import type { AppContext } from '../../app-types.ts';
import type { Context } from '../../context.ts';
import { readTemporalStart } from '../../embedded/temporal-start.ts';
import { personOf } from '../../policies/member.ts';

/** GET /temporal: the reason of a failure names folders of the machine, and is for its operator. */
export function getTemporalRoute({ config }: Context): (ctx: AppContext) => void {
  return (ctx) => {
    const start = readTemporalStart(config.CRIER_DATA_DIR);
    ctx.body = {
      state: start?.state ?? 'started',
      progress: start?.state === 'preparing' ? start.progress : null,
      reason: start?.state === 'failed' && personOf(ctx).session.operator ? start.reason : null,
    };
  };
}
