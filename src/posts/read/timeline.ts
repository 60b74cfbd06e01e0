/**
 * The lines of a post's timeline, as text. The statements that change a post write them in the same
 * transaction.
 */
import { utcMinute } from '../../../temporal/contract/words.ts';
import { COPIED } from '../../platform/entities/came-over.ts';
import type { PostEventKind } from '../../platform/entities/events.ts';

type Detail = Record<string, unknown>;

const part = (d: Detail): string => (Number(d.part) > 1 ? ` (part ${d.part})` : '');
const minute = (date: unknown): string => utcMinute(Date.parse(String(date)));
/** Tries that end alike are shown as one line. */
const times = (d: Detail): string =>
  Number(d.times) > 1 ? ` (${String(d.times)} times since ${minute(d.since)})` : '';

/** What was not sent: of a repeat, only this send did not happen. */
const nothing = (d: Detail): string =>
  d.repeat ? 'The repeat was not sent; the first request may have arrived' : 'Nothing was sent';

/** The sentences of all kinds of lines. */
export const POST_EVENTS: Readonly<Record<PostEventKind, (detail: Detail) => string>> = {
  accepted,
  workflow_started: () => 'Handed to Temporal',
  scheduled: (d) => `Scheduled for ${minute(d.publishAt)}`,
  unscheduled: (d) =>
    d.reason ? `Moved back to the drafts: the file ${String(d.reason)} is gone` : 'Moved back to the drafts',
  rescheduled: (d) => `Moved to ${minute(d.publishAt)}`,
  edited: () => 'Edited',
  cancelled: (d) => `Cancelled${d.why ? `: ${d.why}` : ''}`,
  deleted: (d) =>
    d.atNetwork ? 'Deleted here and on the network' : 'Deleted here; what is published stays on the network',
  claimed: (d) => `Picked up by a worker${part(d)}${Number(d.try) > 1 ? `, try ${d.try}` : ''}`,
  link_stayed_long: (d) => `A link stayed long: ${d.reason}`,
  without_link_card: (d) => `Problem with the link card: ${d.reason}`,
  without_subtitles: (d) => `Problem with the subtitles: ${d.reason}`,
  request_sent: (d) =>
    d.again ? `Sent to the network once more${part(d)}` : `Request sent to the network${part(d)}`,
  published,
  processing: (d) =>
    `Accepted by the network, which is still processing it${part(d)}${d.note ? `: ${d.note}` : ''}`,
  will_retry: (d) => `${nothing(d)}${part(d)}; it will be tried again: ${d.reason}${times(d)}`,
  rate_limited: (d) => `Rate limited by the network until ${minute(d.until)}${part(d)}${times(d)}`,
  outcome_unknown: outcomeUnknown,
  looked_up: (d) => `Checked the network${part(d)}: ${d.reason}`,
  will_send_again: (d) =>
    d.verdict === 'repeatable'
      ? `The same request can safely be repeated${part(d)}: ${d.evidence}`
      : `Not on the network${part(d)}: ${d.evidence}. It will be sent again`,
  unconfirmed: (d) => `Waiting for a person to decide${part(d)}: ${d.reason}`,
  held: (d) => `On hold${part(d)}: ${holdReason(d)}. ${nothing(d)}`,
  resumed: () => 'No longer on hold',
  missed: (d) => `Missed: ${d.reason}`,
  resolved: (d) => `A person decided${part(d)}: ${decision(d)}`,
  identified: () => 'A person named the post on the network',
  failed: (d) => `Failed${part(d)}: ${d.message}`,
  retried: () => 'Retried by a person',
};

/** The sentence of one line. A newer release may have written a kind that this one does not know. */
export function describeEvent(kind: string, detail: Detail): string {
  const sentences: Readonly<Record<string, ((detail: Detail) => string) | undefined>> = POST_EVENTS;
  return sentences[kind]?.(detail) ?? kind;
}

function accepted({ type, publishAt }: Detail): string {
  if (type === 'now') return 'Accepted, to be published at once';
  const date = publishAt ? ` for ${minute(publishAt)}` : '';
  if (type === 'draft') return `Saved as a draft${date}`;
  if (type === COPIED) return `Copied from the previous instance${date}`;
  if (type === 'import') return `Imported from another instance${date}`;
  return `Accepted${type === 'repetition' ? ' as a repetition' : ''}, scheduled${date}`;
}

function published(d: Detail): string {
  const lookedUp = d.how === 'looked up' ? ', found by checking the network' : '';
  const late =
    d.part === 1 && typeof d.latenessMs === 'number'
      ? `, ${(d.latenessMs / 1000).toFixed(2)} s after its date`
      : '';
  return `Published${part(d)}${lookedUp}${late}`;
}

function outcomeUnknown(d: Detail): string {
  if (d.backupAt) {
    const from = d.why === 'promoted' ? 'Taken over from the first site as of' : 'Restored from a backup of';
    return `${from} ${minute(d.backupAt)}, since which it may have been published${part(d)}. The network will be checked before anything is sent`;
  }
  if (d.rejection) {
    return `The repeat was rejected${part(d)}: ${d.reason}. The network will be checked for the first request`;
  }
  const what = d.notOurs ? 'The answer was not about this post' : 'The answer was lost';
  return `${what}${part(d)}: ${d.reason}. The network will be checked before anything is sent again`;
}

function holdReason({ why, reason }: Detail): string {
  if (why === 'frozen') return 'publishing is frozen';
  return `the channel must be reconnected${reason ? ` (${reason})` : ''}`;
}

function decision({ decision: decided, url }: Detail): string {
  if (decided === 'published') return `it is published${url ? ` at ${url}` : ''}`;
  return decided === 'resend' ? 'it was not published, send it again' : 'leave it as it is, send nothing';
}
