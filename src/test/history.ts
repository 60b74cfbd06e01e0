/** Reads facts out of a workflow's history. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { WorkflowHandle } from '@temporalio/client';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** A timer that a run started: its length, and its text in the Temporal UI. */
export interface Timer {
  readonly ms: number;
  readonly summary: string;
}

export function timersOf(history: History): Timer[] {
  return (history.events ?? []).flatMap(({ timerStartedEventAttributes: timer, userMetadata }) => {
    if (!timer) return [];
    const { seconds, nanos } = timer.startToFireTimeout ?? {};
    return [
      {
        ms: Number(seconds ?? 0) * 1000 + Math.round((nanos ?? 0) / 1e6),
        summary: textOf(userMetadata?.summary?.data),
      },
    ];
  });
}

/** What the signals to a run carried, oldest first. */
export function signalsOf({ events }: History): unknown[] {
  return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
    (signal?.input?.payloads ?? []).map(
      ({ data }) => JSON.parse(Buffer.from(data ?? []).toString('utf8')) as unknown,
    ),
  );
}

/** From the first event to the last. */
export function durationOf({ events }: History): number {
  const at = (index: number): number => {
    const { seconds, nanos } = events?.at(index)?.eventTime ?? {};
    return Number(seconds ?? 0) * 1000 + (nanos ?? 0) / 1e6;
  };
  return at(-1) - at(0);
}

/** The text of a JSON payload; '' when there is none. */
export function textOf(data: Uint8Array | null | undefined): string {
  return data ? String(JSON.parse(Buffer.from(data).toString('utf8'))) : '';
}

/**
 * How many events there are of each kind that costs the server something; the minimum in docs/architecture.md
 * counts these.
 */
export function costOf({ events }: History): {
  events: number;
  workflowTasks: number;
  activities: number;
  timers: number;
} {
  const count = (
    attributes:
      | 'workflowTaskStartedEventAttributes'
      | 'activityTaskScheduledEventAttributes'
      | 'timerStartedEventAttributes',
  ): number => (events ?? []).filter((event) => event[attributes]).length;
  return {
    events: events?.length ?? 0,
    workflowTasks: count('workflowTaskStartedEventAttributes'),
    activities: count('activityTaskScheduledEventAttributes'),
    timers: count('timerStartedEventAttributes'),
  };
}

/**
 * Everything that a person with access to Temporal can read in a history: its JSON with every payload
 * decoded.
 */
export function readableText(history: History): string {
  const decode = (key: string, value: unknown): unknown =>
    key === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : value;
  return JSON.stringify(JSON.parse(historyJson(history), decode));
}

/** The folder of the recorded histories of each workflow type. */
export function historyFolders(): Readonly<Record<string, string>> {
  const folders = globSync(['temporal/histories/*', 'src/*/workflows/histories/*']).toSorted();
  return Object.fromEntries(folders.map((folder) => [basename(folder), folder]));
}

/** A history as the JSON that `temporal workflow show` prints and replay reads. */
export function historyJson(history: History): string {
  return historyToJSON(history);
}
