/** The poll of a status (docs.joinmastodon.org/methods/statuses, "Post a new status", `poll`). */
import type { JsonSchema } from '../../_kit/contract.ts';
import { pollOf } from '../../_kit/poll.ts';

/** How long a poll is open where nothing is chosen: a day, as in Mastodon's own composer. */
const DEFAULT_SECONDS = 86_400;

/** The choices of Mastodon's own composer are `examples` (features/compose/components/poll_form). */

/** The largest that instances state is far below; it keeps numbers that are none of seconds away. */
const MAX_SECONDS = 365 * 86_400;

export const pollField: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    options: {
      type: ['array', 'null'],
      maxItems: 50,
      items: { type: 'string', maxLength: 1000 },
      description: 'Answers to choose from: at least 2, each once; without any there is no poll',
    },
    expires_in: {
      type: ['integer', 'null'],
      title: 'Duration',
      'x-unit': 'second',
      examples: [300, 1800, 3600, 21_600, 43_200, 86_400, 259_200, 604_800],
      minimum: 1,
      maximum: MAX_SECONDS,
      description: 'How long the poll is open, in seconds; default: a day',
    },
    multiple: { type: ['boolean', 'null'], description: 'Whether people may choose several answers' },
    hide_totals: {
      type: ['boolean', 'null'],
      description: 'Whether the counts are hidden until the poll has ended',
    },
  },
  description: 'Poll below the text of the first part, in place of pictures and videos',
};

/** A poll as the API takes it. */
export interface Poll {
  readonly [key: string]: string[] | number | boolean;
  readonly options: string[];
  readonly expires_in: number;
  readonly multiple: boolean;
  readonly hide_totals: boolean;
}

/** The poll of a part; null for none. Instances trim answers and leave out empty ones. */
export function statusPoll(settings: Readonly<Record<string, unknown>>, position: number): Poll | null {
  const poll = position > 0 ? null : pollOf(settings);
  if (!poll) return null;
  const { options, expires_in: seconds, multiple, hide_totals: hides } = poll;
  return {
    options: [...options],
    expires_in: typeof seconds === 'number' ? seconds : DEFAULT_SECONDS,
    multiple: multiple === true,
    hide_totals: hides === true,
  };
}
