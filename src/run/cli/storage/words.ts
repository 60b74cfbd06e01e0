import { counted } from '../../../platform/counted.ts';

export const inMegabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** Paths of files, the first ten of them; nothing where there are none. */
export function fileLines(what: string, paths: readonly string[], files = paths.length): string[] {
  if (!files) return [];
  const shown = paths.slice(0, 10);
  const more = files > shown.length ? [`  and ${files - shown.length} more`] : [];
  return [`${what}: ${counted(files, 'file')}`, ...shown.map((path) => `  ${path}`), ...more];
}
