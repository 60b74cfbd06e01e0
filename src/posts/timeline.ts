/**
 * The lines of a post's timeline, in words. The statements that change a post write them in the same
 * transaction.
 */
import { utcMinute } from '../../temporal/contract.ts';

type Detail = Record<string, unknown>;

const part = (d: Detail): string => (Number(d.part) > 1 ? ` (part ${d.part})` : '');

/** Every kind of line, and its sentence. */
export const POST_EVENTS: Record<string, (detail: Detail) => string> = {
  accepted: (d) =>
    `Accepted as ${d.type}${d.publishAt ? ` for ${utcMinute(Date.parse(String(d.publishAt)))}` : ''}`,
  workflow_started: () => 'Handed to Temporal',
  identified: () => 'A person said which post of the network it is',
  scheduled: (d) => `Waits for ${utcMinute(Date.parse(String(d.publishAt)))}`,
  unscheduled: () => 'Taken back to the drafts',
  rescheduled: (d) => `Moved to ${utcMinute(Date.parse(String(d.publishAt)))}`,
  edited: () => 'Content changed',
  cancelled: (d) => `Cancelled${d.why ? `: ${d.why}` : ''}`,
  deleted: () => 'Removed from the list; what is out stays out',
  claimed: (d) => `Taken by a worker${part(d)}${Number(d.try) > 1 ? `, try ${d.try}` : ''}`,
  request_sent: (d) => `Request sent to the network${part(d)}`,
  published: (d) =>
    `Published${part(d)}${d.how === 'looked up' ? ': found at the network' : ''}${d.part === 1 && typeof d.latenessMs === 'number' ? `, ${(d.latenessMs / 1000).toFixed(2)} s after its date` : ''}`,
  processing: (d) => `Accepted by the network, which is still processing it${part(d)}`,
  will_retry: (d) => `Nothing was sent${part(d)}, will be tried again: ${d.reason}`,
  rate_limited: (d) => `The network asks to wait until ${utcMinute(Date.parse(String(d.until)))}${part(d)}`,
  outcome_unknown: (d) =>
    `The answer was lost${part(d)}: ${d.reason}. The network will be asked before anything is sent again`,
  looked_up: (d) => `Looked at the network${part(d)}: ${d.reason}`,
  will_send_again: (d) =>
    d.verdict === 'repeatable'
      ? `The same request can be repeated safely${part(d)}: ${d.evidence}`
      : `Not at the network${part(d)}: ${d.evidence}. Will be sent again`,
  unconfirmed: (d) => `Needs a person${part(d)}: ${d.reason}`,
  held: (d) =>
    `Waits${part(d)}: ${d.why === 'frozen' ? 'publishing is frozen' : `the channel must be connected again${d.reason ? ` (${d.reason})` : ''}`}. Nothing was sent`,
  resumed: () => 'Goes on: what held it is over',
  missed: (d) => `Missed: ${d.reason}`,
  resolved: (d) =>
    `A person decided${part(d)}: ${d.decision === 'published' ? `it is published${d.url ? ` at ${d.url}` : ''}` : d.decision === 'resend' ? 'it is not out, send it again' : 'leave it as it is, send nothing'}`,
  failed: (d) => `Failed${part(d)}: ${d.message}`,
  retried: () => 'Retried by a person',
};

/** The sentence of one line. */
export function describeEvent(kind: string, detail: Detail): string {
  return POST_EVENTS[kind]?.(detail) ?? kind;
}
