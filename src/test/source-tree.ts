/** The source tree, as the gates read it. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOTS = ['src', 'workflows', 'activities', 'providers', 'migrations', 'temporal'];
/** Every source file, tests and stand-ins too. */
export const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((f) => join(root, f)),
)
  // Generated files are not committed, and only the compiler reads them.
  .filter((f) => /\.tsx?$/.test(f) && !/node_modules|\/schema\.d\.ts$/.test(f));
const isTest = (file: string): boolean =>
  /\.test\.tsx?$|^src\/([\w-]+\/)?test\/|fixtures\/|test-(provider|network|harness)\.ts$/.test(file);
/** What runs in production. */
export const product = files.filter((f) => !isTest(f));
export const text = (file: string): string => readFileSync(file, 'utf8');

/**
 * The files of ours that a file imports, at its start or later; types count, because using a type requires
 * knowing its file.
 */
export function imports(file: string): string[] {
  const found = text(file).matchAll(
    /^(?:import|export)\s+[^;'"]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm,
  );
  return [...found].map((m) => normalize(join(dirname(file), m[1] ?? m[2] ?? '')));
}
