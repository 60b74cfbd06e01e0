/**
 * Each decision is a dated record with a status; docs.test.ts compares the index, which is generated, with
 * them.
 */
import { describe, expect, it } from '@jest/globals';
import { anchorOf, areas, type Decision } from './decisions.ts';

const records = areas().flatMap((area) => area.records);
/** By file and anchor, as a link names it. */
const byLink = new Map(records.map((record) => [`${record.file}#${anchorOf(record.title)}`, record]));
/** What the status of a record links to; undefined where that is no record. */
const successorsOf = ({ file, status }: Decision): (Decision | undefined)[] =>
  [...status.matchAll(/\]\(([^)#]*)(#[\w-]+)\)/g)].map(([, to, anchor = '']) =>
    byLink.get(`${to || file}${anchor}`),
  );

describe('the decisions', () => {
  it('are in files with a heading and a sentence about their subject', () => {
    expect(areas().filter(({ title, about, records: own }) => !title || !about || !own.length)).toEqual([]);
  });

  it('each have a date and a status: accepted, or superseded by a link', () => {
    const status = /^(?:accepted|superseded(?: in part)? by \[.+\]\([^)]*#[\w-]+\))$/;
    expect(records.filter((r) => Number.isNaN(Date.parse(r.date)) || !status.test(r.status))).toEqual([]);
  });

  it('are superseded only by records that are not older', () => {
    const wrong = records.filter((record) =>
      successorsOf(record).some((next) => !next || next === record || next.date < record.date),
    );
    expect(wrong).toEqual([]);
  });

  it('can each be linked to: no heading comes twice in a file', () => {
    expect(byLink.size).toBe(records.length);
  });

  it('stand in each file with the oldest first', () => {
    const dates = areas().map((area) => area.records.map(({ date }) => date));
    expect(dates).toEqual(dates.map((own) => own.toSorted()));
  });
});
