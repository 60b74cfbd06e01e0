import type { Answer } from '../../api/client.ts';

/** The migration that is under way. */
export type Migration = NonNullable<Answer<'getMigration'>['migration']>;
export type Plan = Answer<'planMigration'>;
