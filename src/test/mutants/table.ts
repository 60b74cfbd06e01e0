import { mutants } from './catalogue.ts';

/**
 * The guards of some areas as a table: what each holds, its one place, and the test that fails without it.
 */
export function guardsTable(areas: readonly string[]): string {
  const rows = mutants
    .filter(({ id }) => areas.includes(id.split('/')[0] ?? ''))
    .map(
      ({ id, rule, file, tests }) =>
        `| ${rule.charAt(0).toUpperCase()}${rule.slice(1)} | \`${file}\` | ${tests.map((test) => `\`${test}\``).join(', ')} | \`${id}\` |`,
    );
  return [
    '| What holds | Enforced in | Fails without it | Mutant |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
