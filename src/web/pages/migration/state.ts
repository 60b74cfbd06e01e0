import type { Answer } from '../../api/client.ts';

/** The migration that is under way. */
export type Migration = NonNullable<Answer<'getMigration'>['migration']>;
export type Plan = Answer<'planMigration'>;

/** Whether a takeover can end what would still publish in v1. */
export const isSchedulerKnown = ({
  scheduler,
  redis,
  temporal,
}: Pick<Migration, 'scheduler' | 'redis' | 'temporal'>) => (scheduler === 'redis' ? redis : temporal);
