import { counted } from '../../../platform/counted.ts';
import { checkStorage, type Amount, type CheckOptions } from '../../../uploads/check-storage.ts';
import { PROGRAM, type Session } from '../command.ts';
import type { Answer } from '../output.ts';
import { asCliError } from './move.ts';
import { fileLines, inMegabytes } from './words.ts';

/** `storage check`: fails when a file is missing or damaged. */
export async function check({ context }: Session, options: CheckOptions): Promise<Answer> {
  const checked = await asCliError(() => checkStorage(context, options));
  const { stores, missing, damaged, removed } = checked;
  const unneeded = stores.flatMap(({ orphans, leftovers }) => [orphans, leftovers]);
  const some = unneeded.some(({ files }) => files > 0);
  return {
    json: checked,
    failed: missing.files + damaged.files > 0,
    lines: [
      ...stores.flatMap(({ name, place, files, orphans, leftovers }) => [
        `${name}: ${amount(files)} in ${place}`,
        ...linesOf('  No entry of the library names', orphans),
        ...linesOf('  Copies of files that were moved away', leftovers),
      ]),
      ...linesOf('Missing, or of another length than the library says', missing),
      ...linesOf('Damaged: of another SHA-256 than when they were stored', damaged),
      ...(removed.files ? [`Deleted: ${amount(removed)}`] : []),
      ...(some && !options.remove ? [`To delete what nobody needs: ${PROGRAM} storage check --remove`] : []),
    ],
  };
}

const amount = ({ files, bytes }: Amount): string => `${counted(files, 'file')} (${inMegabytes(bytes)})`;
const linesOf = (what: string, { files, first }: Amount): string[] => fileLines(what, first, files);
