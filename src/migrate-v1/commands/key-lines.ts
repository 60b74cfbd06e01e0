/** What happens to programs that post with an API key of v1. */
import type { KeyHere, PlannedKeys } from '../program-keys.ts';
import { counted } from '../../platform/counted.ts';
import { shortDate } from '../../run/cli/output.ts';

/** Before the copy. */
export function plannedKeyLines({ works, shared }: PlannedKeys, apiUrl: string): string[] {
  if (!works.length && !shared.length) return [];
  return [
    '',
    'Programs with an API key of v1:',
    ...(works.length
      ? [
          `  ${counted(works.length, 'key')}, of ${works.join(', ')}: good here as before.`,
          `  Before the cutover, give the programs ${apiUrl} in place of the URL of v1.`,
        ]
      : []),
    ...(shared.length
      ? [
          `  1 key for ${shared.join(', ')} together: good here for one of them. Make a new one for the others after the copy (Settings > API keys).`,
        ]
      : []),
  ];
}

/** After the copy, and whether the programs have come here by now. */
export function keysHereLines(keys: readonly KeyHere[], apiUrl: string): string[] {
  if (!keys.length) return [];
  return [
    `${counted(keys.length, 'API key')} of v1 good here; programs need ${apiUrl} in place of the URL of v1:`,
    ...keys.map(
      ({ name, usedMs }) =>
        `  ${name}: ${usedMs === null ? 'no program has come here with it yet' : `a program last came here with it ${shortDate(new Date(usedMs))}`}`,
    ),
  ];
}
