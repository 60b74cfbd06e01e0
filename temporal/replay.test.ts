import { beforeAll, describe, expect, it } from '@jest/globals';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker, type ReplayWorkerOptions } from '@temporalio/worker';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../src/platform/config/config.ts';
import { ensureBundle } from '../src/run/roles/workflow-bundle.ts';
import { PUBLISH_CASES } from '../src/test/history-cases.ts';
import { historyFolders } from '../src/test/history.ts';
import { SHORT_CASES } from '../src/test/short-history-cases.ts';
import { installQuietRuntime } from '../src/test/quiet-temporal.ts';
import * as workflows from '../workflows/index.ts';

/** As much of a history's JSON as the tests touch. */
interface HistoryEvent {
  eventId: string;
  eventType: string;
  activityTaskScheduledEventAttributes?: { activityType: { name: string } };
}
interface RecordedHistory {
  events: HistoryEvent[];
}

const FOLDERS = historyFolders();
const recorded = Object.entries(FOLDERS).flatMap(([type, folder]) =>
  readdirSync(folder).map((file) => `${type}/${file.replace(/\.json$/, '')}`),
);
const textOf = (name: string): string => {
  const [type = '', history = ''] = name.split('/');
  return readFileSync(join(FOLDERS[type] ?? '', `${history}.json`), 'utf8');
};
const read = (name: string): RecordedHistory => JSON.parse(textOf(name)) as RecordedHistory;

installQuietRuntime();
let options: ReplayWorkerOptions;
beforeAll(async () => {
  options = { workflowBundle: { codePath: await ensureBundle(loadConfig()) } };
});

/** Replays them with the workflows of today; the error of each, if it has one. */
async function replay(
  histories: readonly { workflowId: string; history: RecordedHistory }[],
): Promise<Map<string, Error | undefined>> {
  const errors = new Map<string, Error | undefined>();
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
    errors.set(workflowId, error);
  }
  return errors;
}

describe("recorded runs continue with today's workflows", () => {
  let errors: Map<string, Error | undefined>;
  beforeAll(async () => {
    errors = await replay(recorded.map((name) => ({ workflowId: name, history: read(name) })));
  });
  it.each(recorded)('%s', (name) => {
    expect(errors.has(name)).toBe(true);
    expect(errors.get(name)).toBeUndefined();
  });

  it('every workflow type has a recorded history', () => {
    expect([...new Set(recorded.map((name) => name.split('/')[0]))].sort()).toEqual(
      Object.keys(workflows).sort(),
    );
  });

  it('each takes one line of the repository', () => {
    const lines = recorded.map((name) => textOf(name).split('\n'));
    expect(lines.filter(({ length }) => length !== 2)).toEqual([]);
  });

  it('every case of the recorder has one', () => {
    const cases = [
      ...Object.keys(PUBLISH_CASES).map((name) => `PublishPostWorkflow/${name}`),
      ...Object.entries(SHORT_CASES).map(([name, { type }]) => `${type}/${name}`),
    ];
    expect(recorded).toEqual(expect.arrayContaining(cases));
  });
});

describe('a change that a running workflow could not follow is refused', () => {
  const refused = async (history: RecordedHistory): Promise<Error | undefined> =>
    (await replay([{ workflowId: 'doctored', history }])).get('doctored');

  it('an activity by another name', async () => {
    const history = read('PublishPostWorkflow/plain');
    for (const { activityTaskScheduledEventAttributes: scheduled } of history.events) {
      if (scheduled) scheduled.activityType.name = 'mastodon.send';
    }
    expect(await refused(history)).toBeInstanceOf(DeterminismViolationError);
  });

  it('a missing timer', async () => {
    expect(await refused(withoutTimer(read('PublishPostWorkflow/plain')))).toBeInstanceOf(
      DeterminismViolationError,
    );
  });
});

/**
 * The history that the run would have had without waiting: no timer, and no workflow task that its end
 * caused.
 */
function withoutTimer({ events }: RecordedHistory): RecordedHistory {
  const fired = events.findIndex((e) => e.eventType === 'EVENT_TYPE_TIMER_FIRED');
  const isOfTimer = (event: HistoryEvent, index: number): boolean =>
    event.eventType === 'EVENT_TYPE_TIMER_STARTED' || (index >= fired && index <= fired + 3);
  return renumbered({ events: events.filter((event, index) => !isOfTimer(event, index)) });
}

/** Event ids count from 1 without a gap, and events name each other by them. */
function renumbered(history: RecordedHistory): RecordedHistory {
  const ids = new Map(history.events.map((event, index) => [event.eventId, String(index + 1)]));
  return JSON.parse(JSON.stringify(history), (key: string, value: unknown) =>
    /eventId$/i.test(key) && typeof value === 'string' ? (ids.get(value) ?? value) : value,
  ) as RecordedHistory;
}
