import type { Context } from '../../platform/context.ts';
import { flag, instant, listOf, record, text } from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { clockAt, clockDates, instantOf } from '../../platform/repeat/occurrences.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { compile } from '../../platform/validation.ts';
import { firstOf } from '../../platform/repeat/repeat-rule.ts';
import { parseRepeat, repeatField, repeatOn, zoneOf } from './repeat-input.ts';

/** The number of dates that are shown. */
const SHOWN = 10;

const previewRepeatBody = {
  type: 'object',
  properties: {
    repeat: { ...repeatField, type: 'string' },
    date: { type: 'string', maxLength: 64, description: 'The first post is not before this date, ISO 8601' },
  },
  required: ['repeat', 'date'],
  additionalProperties: false,
} as const;

export const previewRepeatOperation = {
  id: 'previewRepeat',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/repeat-dates',
  tag: 'Posts',
  access: 'caller',
  summary: 'Show the dates of a rule',
  description: `The first ${SHOWN} dates of a rule on the clock of the organisation, from the first one that is not before the date. Nothing is stored.`,
  body: previewRepeatBody,
  answer: {
    status: 201,
    description: 'The dates, soonest first',
    schema: record({
      timeZone: text("The organisation's time zone"),
      dates: listOf(
        record({
          date: instant('When a post would be due'),
          clock: text('The time that the rule means: 09:00'),
          skipped: flag('Whether the clocks skip that time on this day, so that the post is later'),
        }),
      ),
      more: flag('Whether there are more dates than these'),
    }),
  },
  errors: ['invalid_date'],
  example: { repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', date: '2031-05-05T09:00:00.000Z' },
  handler: previewRepeatHandler,
} as const satisfies Operation;

const checkBody = compile(previewRepeatBody);

function previewRepeatHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { repeat, date } = checkBody(ctx.state.body);
    const timeZone = await zoneOf(database, ctx.state.caller.organizationId);
    const asked = parseDate(date);
    const first = firstOf(parseRepeat(repeat), clockAt(asked, timeZone));
    // A rule without a date is refused below, beside the one that was asked for.
    const publishAt = first ? instantOf(first, timeZone) : asked;
    const repeatRule = repeatOn(repeat, publishAt, timeZone);
    const series = clockDates({ publishAt, timeZone, repeatRule });
    const clocks = [series.first];
    for (let next = series.next(series.first); next && clocks.length <= SHOWN; next = series.next(next)) {
      clocks.push(next);
    }
    ctx.body = {
      timeZone,
      dates: clocks.slice(0, SHOWN).map((clock) => {
        const at = instantOf(clock, timeZone);
        return {
          date: at.toISOString(),
          clock: clock.toPlainTime().toString().slice(0, 5),
          skipped: !clockAt(at, timeZone).equals(clock),
        };
      }),
      more: clocks.length > SHOWN,
    };
    ctx.status = 201;
  };
}
