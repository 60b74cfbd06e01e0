/**
 * How the columns of tables were matched by hand, by the names of their columns: the next table with the same
 * names begins like that. In this browser, and nothing else of a table.
 */
import { COLUMNS, type Column, type Sheet } from './sheet.ts';

const KEY = 'crier-table-columns';
/** Programs export their tables with the same columns: few people have more kinds of them. */
const MOST = 20;

type Match = readonly [names: readonly string[], columns: readonly Column[]];

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n');

/** What is stored may be of another version, or of another hand. */
function isMatch(one: unknown): one is Match {
  if (!Array.isArray(one)) return false;
  const [names, columns] = one as unknown[];
  return (
    Array.isArray(names) &&
    Array.isArray(columns) &&
    names.length === columns.length &&
    names.every((name) => typeof name === 'string') &&
    columns.every((column) => column === null || COLUMNS.has(column as string))
  );
}

function read(): readonly Match[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMatch) : [];
  } catch {
    // Nothing readable, or no storage: every table begins as the server reads it.
    return [];
  }
}

/** The columns as they were matched by hand; otherwise as the server has read them. */
export const columnsOf = ({ names, columns }: Sheet): readonly Column[] =>
  read().find(([known]) => isSame(known, names))?.[1] ?? columns;

/** @throws DOMException where the browser stores nothing; the page goes on */
export function rememberColumns(names: readonly string[], columns: readonly Column[]): void {
  const others = read().filter(([known]) => !isSame(known, names));
  localStorage.setItem(KEY, JSON.stringify([[names, columns], ...others].slice(0, MOST)));
}
