/** A line of the timeline as text for people. */
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Story } from './detail.ts';

type Line = Story['timeline'][number];

/** How a line looks: its text, and whether it is good or bad news. */
export interface Sentence {
  readonly words: string;
  readonly tone?: 'good' | 'bad' | 'care';
}

/** The text of a line, with dates as `when` writes them. */
type Describe = (line: Line, when: (iso: string) => string) => Sentence;

const text = strings.post.happened;
const plain =
  (text: string, tone?: Sentence['tone']): Describe =>
  () => ({ words: text, ...(tone ? { tone } : {}) });

/** Where nothing could be reached, the message of the operating system helps nobody; every step has it. */
function retryWords(line: Line): string {
  const [, host] = /^Could not reach (\S+): /.exec(line.reason ?? '') ?? [];
  return host ? text.unreachable(isolated(host)) : text.will_retry(why(line));
}

/** Why, in the language of the reader where Crier says it. */
const why = ({ reason, page, explanation }: Line): string =>
  explanation ? [page, strings.common.issue(explanation)].filter(Boolean).join(': ') : (reason ?? '');

/** Lines about the machine's steps are not among them. */
const TELL: Readonly<Record<string, Describe | undefined>> = {
  accepted: ({ choice, date }, when) => {
    if (choice === 'now') return { words: text.acceptedNow };
    if (choice === 'draft') return { words: text.acceptedDraft };
    if (choice === 'import') return { words: text.acceptedImport };
    return { words: date ? text.scheduledFor(when(date)) : text.accepted };
  },
  scheduled: ({ date }, when) => ({ words: date ? text.scheduledFor(when(date)) : text.scheduled }),
  unscheduled: ({ reason }) =>
    reason ? { words: text.unscheduledFile(reason), tone: 'care' } : { words: text.unscheduled },
  rescheduled: ({ date }, when) => ({ words: date ? text.rescheduled(when(date)) : text.edited }),
  edited: plain(text.edited),
  cancelled: plain(text.cancelled),
  deleted: plain(text.deleted),
  published: ({ part }) => ({
    words: part && part > 1 ? text.publishedPart(part) : text.published,
    tone: 'good',
  }),
  processing: plain(text.processing),
  link_stayed_long: (line) => ({ words: text.link_stayed_long(why(line)), tone: 'care' }),
  without_subtitles: (line) => ({ words: text.without_subtitles(why(line)), tone: 'care' }),
  without_link_card: (line) => ({ words: text.without_link_card(why(line)), tone: 'care' }),
  will_retry: (line) => ({ words: retryWords(line), tone: 'care' }),
  rate_limited: ({ date }, when) => ({ words: text.rate_limited(date ? when(date) : ''), tone: 'care' }),
  outcome_unknown: ({ choice }) => ({
    words: text[choice === 'restored' || choice === 'promoted' ? choice : 'outcome_unknown'],
    tone: 'care',
  }),
  unconfirmed: plain(text.unconfirmed, 'care'),
  held: ({ choice }) => ({ words: choice === 'frozen' ? text.heldFrozen : text.heldChannel, tone: 'care' }),
  resumed: plain(text.resumed),
  missed: plain(text.missed, 'care'),
  resolved: ({ choice }) => {
    if (choice === 'published') return { words: text.resolvedPublished };
    return { words: choice === 'resend' ? text.resolvedResend : text.resolvedDrop };
  },
  identified: plain(text.identified),
  failed: (line) => ({ words: text.failed(why(line)), tone: 'bad' }),
  retried: plain(text.retried),
};

/** Undefined for a step that a person need not know of. */
export function happened(line: Line, when: (iso: string) => string): Sentence | undefined {
  return TELL[line.event]?.(line, when);
}
