import type { FreezeScope } from '../../../platform/freeze.ts';
import { PROGRAM, type Session } from '../command.ts';
import { CliError } from '../errors.ts';

/** What a freeze or a resume applies to. */
export interface ChosenScope extends FreezeScope {
  /** For sentences: `the whole instance` or `"Ada & Co"`. */
  readonly name: string;
  /** For commands: `--all` or `--organization "Ada & Co"`. */
  readonly option: string;
}

/** The scope that --all and --organization choose. It is never wider than what was typed. */
export async function chooseScope(
  session: Session,
  options: { readonly all?: boolean; readonly organization?: string },
): Promise<ChosenScope> {
  if (options.all && options.organization !== undefined) {
    throw new CliError('usage', 'Use --all or --organization, not both');
  }
  if (options.all) return { name: 'the whole instance', option: '--all' };
  const { id, name } = await session.organization();
  return { organizationId: id, name: `"${name}"`, option: `--organization "${name}"` };
}

/** The command line for this scope. */
export const commandFor = (scope: ChosenScope, command: string): string =>
  `${PROGRAM} ${command} ${scope.option}`;
