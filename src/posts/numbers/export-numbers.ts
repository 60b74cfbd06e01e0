/** Numbers by the day as CSV, for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import { FILTERED, filterValues, type ChannelFilter } from '../../channels/all-numbers.ts';
import type { Reader, Statement } from '../../platform/database.ts';
import { POSTS } from './read-post-numbers.ts';

/** The subjects with a line for each day and number: channels, or posts that were published in the period. */
export type Exported = 'channels' | 'posts';

interface Line {
  readonly key: string;
  readonly label: string;
  readonly day: string;
}

/** Lines that are read at once, so that a long file takes no more memory than a short one. */
const BATCH = 5000;
const FIRST: Line = { key: '00000000-0000-0000-0000-000000000000', label: '', day: '-infinity' };

const COMMON = 'm.label, m.day::text, i.provider as network, i.name as channel, m.total';
const after = (key: string): string => `(${key}, m.label, m.day) > ($5::uuid, $6, $7::date)
    order by ${key}, m.label, m.day
    limit ${BATCH}`;
const READ: Readonly<Record<Exported, Statement>> = {
  channels: {
    name: 'export-channel-numbers',
    text: `select m.integration_id as key, ${COMMON}
    from metric_day m
    join integration i on i.id = m.integration_id
    where ${FILTERED}
      and m.post_id is null
      and m.day > (now() at time zone 'UTC')::date - $4::int
      and ${after('m.integration_id')}`,
  },
  posts: {
    name: 'export-post-numbers',
    text: `select m.post_id as key, ${COMMON}, i.published, i.address
    from metric_day m
    join (
      select p.id as post_id, p.integration_id, i.provider, i.name, p.published_at::text as published,
        p.release_url as address
      ${POSTS}
    ) i on i.post_id = m.post_id and i.integration_id = m.integration_id
    where ${after('m.post_id')}`,
  },
};
const COLUMNS: Readonly<Record<Exported, readonly (readonly [string, string])[]>> = {
  channels: [
    ['day', 'Day'],
    ['network', 'Network'],
    ['channel', 'Channel'],
    ['label', 'Number'],
    ['total', 'Value'],
  ],
  posts: [
    ['day', 'Day'],
    ['network', 'Network'],
    ['channel', 'Channel'],
    ['key', 'Post'],
    ['published', 'Published'],
    ['address', 'Address'],
    ['label', 'Number'],
    ['total', 'Value'],
  ],
};

/**
 * The file in pieces: UTF-8 with its mark, which Excel needs; a text that a spreadsheet would take for a
 * formula begins with an apostrophe.
 */
export async function* exportNumbers(
  database: Reader,
  exported: Exported,
  { days, ...filter }: ChannelFilter & { readonly days: number },
): AsyncGenerator<string> {
  const columns = COLUMNS[exported].map(([key, header]) => ({ key, header }));
  for (let last = FIRST, isFirst = true; ; isFirst = false) {
    const lines = await database.query<Line>(READ[exported], [
      ...filterValues(filter),
      days,
      last.key,
      last.label,
      last.day,
    ]);
    yield stringify([...lines], { columns, header: isFirst, bom: isFirst, escape_formulas: true });
    last = lines.at(-1) ?? last;
    if (lines.length < BATCH) return;
  }
}
