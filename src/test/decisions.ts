/** The records of docs/decisions/, as the index shows them and the gate reads them. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The anchor of a heading on its page, as GitHub makes it. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const FOLDER = 'docs/decisions';

/**
 * One `##` section of an area's file. `date` and `status` are empty where the line below the heading has
 * neither.
 */
export interface Decision {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly title: string;
  /** The day, as `2026-11-29`. */
  readonly date: string;
  /** `accepted`, or `superseded by …` with links. */
  readonly status: string;
}

/** One file of the folder: its `#` heading, the sentence below it, and its records in their order. */
export interface Area {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly records: readonly Decision[];
}

function readArea(file: string): Area {
  const [head = '', ...sections] = readFileSync(join(FOLDER, file), 'utf8').split(/^## /m);
  const [, title = '', about = ''] = /^# (.+)\n\n([\s\S]*?)\s\[All decisions\]/.exec(head) ?? [];
  const records = sections.map((section) => {
    const [heading = '', , dated = ''] = section.split('\n');
    const [, date = '', status = ''] = /^(\d{4}-\d\d-\d\d) · (.+)$/.exec(dated) ?? [];
    return { file, title: heading, date, status };
  });
  return { file, title, about: about.replaceAll('\n', ' '), records };
}

/** Every area, by the name of its file. */
export const areas = (): Area[] => readdirSync(FOLDER).toSorted().map(readArea);

/** The table of areas in docs/decisions.md. */
export function areasTable(): string {
  const rows = areas().map(
    ({ file, title, about, records }) =>
      `| [${title}](decisions/${file}) | ${about} | ${String(records.length)} |`,
  );
  return ['', '| Area | What it is about | Records |', '| --- | --- | --: |', ...rows, ''].join('\n');
}

/** The table of all records in docs/decisions.md, the newest first. */
export function decisionsTable(): string {
  const rows = areas()
    .flatMap((area) => area.records.map((record) => ({ ...record, area: area.title })))
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .map(({ file, title, date, status, area }) => {
      const link = `[${title}](decisions/${file}#${anchorOf(title)})`;
      const [, superseded] = /^(superseded(?: in part)?) by/.exec(status) ?? [];
      return `| ${date} | ${link}${superseded ? ` (${superseded})` : ''} | ${area} |`;
    });
  return ['', '| Date | Decision | Area |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
