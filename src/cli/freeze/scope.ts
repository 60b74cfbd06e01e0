import type { FreezeScope } from '../../platform/freeze.ts';
import { PROGRAM, type Session } from '../command.ts';
import { CliError } from '../errors.ts';

/** Whom a freeze or a resume is for. */
export interface ChosenScope extends FreezeScope {
  /** For sentences: 'the whole instance' or '"Ada & Co"'. */
  readonly words: string;
  /** For commands to type: '--all' or '--organization "Ada & Co"'. */
  readonly option: string;
}

/** What --all and --organization say. Freezing is never for more than what was said. */
export async function chooseScope(
  session: Session,
  options: { readonly all?: boolean; readonly organization?: string },
): Promise<ChosenScope> {
  if (options.all && options.organization !== undefined) {
    throw new CliError('usage', 'Say --all or --organization, not both');
  }
  if (options.all) return { words: 'the whole instance', option: '--all' };
  const { id, name } = await session.organization();
  return { organizationId: id, words: `"${name}"`, option: `--organization "${name}"` };
}

/** How a command is typed for this scope. */
export const commandFor = (scope: ChosenScope, command: string): string =>
  `${PROGRAM} ${command} ${scope.option}`;
