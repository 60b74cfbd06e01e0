import type { Answer } from '../../web/api/client.ts';

/** The migration that is under way. */
export type Migration = NonNullable<Answer<'getMigration'>['migration']>;
export type Plan = Answer<'planMigration'>;

/** Whether a second copy, with more facts about v1, would bring what a takeover asks for. */
export const mayBeSaidAgain = (migration: Migration) =>
  !isSchedulerKnown(migration) ||
  migration.organizations.some(({ publishes, withoutFiles }) => publishes === 'v1' && withoutFiles > 0) ||
  migration.problems.some(({ problem }) => problem.includes('--merge'));

/** Those of which nobody knows who publishes, since a backup was restored. */
export const inDoubt = ({ organizations }: Migration) =>
  organizations.filter(({ restoredAt }) => restoredAt !== null);

/** Whether a takeover can end what would still publish in v1. */
export const isSchedulerKnown = ({
  scheduler,
  redis,
  temporal,
}: Pick<Migration, 'scheduler' | 'redis' | 'temporal'>) => (scheduler === 'redis' ? redis : temporal);
