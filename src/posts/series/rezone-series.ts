/** Rules of series whose organisation moves to another time zone. */
import { queryInside, type EntityManager, type Statement } from '../../platform/database.ts';
import { milliseconds } from '../../platform/milliseconds.ts';
import { clockAt, clockOf } from '../../platform/repeat/occurrences.ts';
import { storedRule, writeRule } from '../../platform/repeat/repeat-rule.ts';
import { movedRule } from './change-rhythm.ts';
import { RAISED } from './series-rows.ts';

const RULES: Statement = {
  name: 'rezone-series-rules',
  text: `select id, (${milliseconds('publish_at')})::float8 as "publishMs", repeat_rule as "repeatRule",
      repeat_time::text as "repeatTime"
    from post
    where organization_id = $1 and repeat_rule is not null and deleted_at is null
    order by id
    for no key update`,
};
const SET: Statement = {
  name: 'rezone-series-set',
  text: `update post p set repeat_rule = u.rule, revision = p.revision + ${RAISED}
    from jsonb_to_recordset($1::jsonb) as u (id uuid, rule text)
    where p.id = u.id`,
};

interface Row {
  readonly id: string;
  readonly publishMs: number;
  readonly repeatRule: string;
  readonly repeatTime: string | null;
}

/**
 * The post of a series stays at its instant, which may be on another day of the new clock. The rule moves
 * with it, as when a person moves the post: a single day of the week or the month becomes the new one, and
 * days that are left out (EXDATE, RFC 5545, section 3.8.5.1, in the time zone of the rule) go on leaving out
 * the same posts.
 */
export async function rezoneSeries(
  tx: EntityManager,
  organizationId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (from === to) return;
  const changed = (await queryInside<Row>(tx, RULES, [organizationId])).flatMap(
    ({ id, publishMs, repeatRule, repeatTime }) => {
      const publishAt = new Date(publishMs);
      const before = clockOf({ publishAt, timeZone: from, repeatTime }).toPlainDate();
      const rule = writeRule(movedRule(storedRule(repeatRule), before, clockAt(publishAt, to).toPlainDate()));
      return rule === repeatRule ? [] : [{ id, rule }];
    },
  );
  if (changed.length === 0) return;
  await queryInside(tx, SET, [JSON.stringify(changed)]);
}
