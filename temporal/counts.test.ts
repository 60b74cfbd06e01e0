import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { costOf, readableText, textOf } from '../src/test/history.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { publishWorkflowId, type PublishPostResult } from './contract/publish-post.ts';
import { utcMinute } from './contract/words.ts';

const CANARY = 'canary-7f3a';
const STARTED = {
  name: 'test-started-group',
  text: 'select g.id as "groupId" from post p join post_group g on g.id = p.post_group_id where p.id = $1 and g.run_store_id is not null',
};

interface FinishedRun {
  readonly history: Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
  readonly description: Awaited<ReturnType<WorkflowHandle['describe']>>;
  readonly result: PublishPostResult;
  readonly date: Date;
}

describe('what a run costs the Temporal server, and what it shows there', () => {
  let crier: TestInstance;
  const channels: string[] = [];
  beforeAll(async () => {
    crier = await startInstance();
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      channels.push((await crier.connect('sandbox', { name: `Shop ${name}` })).id);
    }
    await crier.startWorker();
  });
  afterAll(() => crier?.stop());

  /** Schedules one request with a target on each of these channels and waits until its run has ended. */
  async function publish(ids: readonly string[]): Promise<FinishedRun> {
    const date = new Date(Date.now() + 4000);
    const posts = ids.map((id) => ({ integration: { id }, value: [{ content: `${CANARY} text` }] }));
    const created = await crier.call<{ postId: string }[]>('POST', '/posts', {
      body: { type: 'schedule', date: date.toISOString(), posts },
    });
    expect(created.status).toBe(201);
    // On a busy machine the start inline may be late, and its run is the relay's.
    const groupId = await eventually(
      'its run was started',
      async () =>
        (await crier.context.database.query<{ groupId: string }>(STARTED, [created.body[0]?.postId]))[0]
          ?.groupId,
    );
    const handle = crier.context.temporal.workflow.getHandle(publishWorkflowId(groupId));
    const result = (await handle.result()) as PublishPostResult;
    return { result, date, history: await handle.fetchHistory(), description: await handle.describe() };
  }

  describe('one scheduled post', () => {
    let run: FinishedRun;
    beforeAll(async () => {
      run = await publish(channels.slice(0, 1));
    });

    it('takes 11 events, 2 workflow tasks and 1 activity', () => {
      expect(run.result.summary).toBe('1 published');
      expect(costOf(run.history)).toEqual({ events: 11, workflowTasks: 2, activities: 1, timers: 0 });
    });

    it('explains itself: what, where and when, at the run and its activity', () => {
      expect(startSummary(run)).toBe(
        `Ada & Co: 1 post for Shop one (sandbox) at ${utcMinute(run.date.getTime())}`,
      );
      expect(activitiesOf(run)).toEqual([
        { type: 'sandbox.publish', summary: 'publish to Shop one (sandbox)' },
      ]);
    });

    it('can be found by its organisation, its network and its date, but by no state, since it is published', () => {
      const attributes = run.description.typedSearchAttributes;
      expect(attributes.get(defineSearchAttributeKey('OrganizationId', SearchAttributeType.KEYWORD))).toBe(
        crier.organizationId,
      );
      expect(attributes.get(defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD_LIST))).toEqual([
        'sandbox',
      ]);
      expect(attributes.get(defineSearchAttributeKey('PublishAt', SearchAttributeType.DATETIME))).toEqual(
        run.date,
      );
      expect(
        attributes.get(defineSearchAttributeKey('PostState', SearchAttributeType.KEYWORD)),
      ).toBeUndefined();
    });

    it('shows ids, names and dates in Temporal, but neither its text nor a secret', async () => {
      const text = readableText(run.history);
      expect(text).toContain(run.result.targets[0]?.postId);
      const sent = await (await fetch(`${crier.url}/sandbox/posts.json`)).text();
      expect(sent).toContain(`${CANARY} text`);
      for (const secret of [CANARY, crier.apiKey]) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/token|credential|authorization/i);
    });
  });

  describe('five posts in one request', () => {
    let run: FinishedRun;
    beforeAll(async () => {
      run = await publish(channels);
    });

    it('share a start and take 35 events at most, in any order of their ends', () => {
      expect(run.result.summary).toBe('5 published');
      const cost = costOf(run.history);
      expect(cost).toMatchObject({ activities: 5, timers: 0 });
      // Started and end: 2. Each workflow task and each activity: 3. A task starts the activities, at most
      // one ends each.
      expect(cost.events).toBe(2 + 3 * cost.workflowTasks + 3 * cost.activities);
      expect(cost.workflowTasks).toBeLessThanOrEqual(1 + 5);
      expect(cost.events).toBeLessThanOrEqual(35);
    });

    it('explain themselves', () => {
      expect(startSummary(run)).toMatch(
        /^Ada & Co: 5 posts for Shop \w+ \(sandbox\), Shop .* at \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? UTC$/,
      );
    });

    it('show neither text nor secrets', () => {
      expect(readableText(run.history)).not.toContain(CANARY);
    });
  });
});

function startSummary({ history }: FinishedRun): string {
  return textOf(history.events?.[0]?.userMetadata?.summary?.data);
}

function activitiesOf({ history }: FinishedRun): { type: string | null | undefined; summary: string }[] {
  return (history.events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled, userMetadata }) =>
    scheduled ? [{ type: scheduled.activityType?.name, summary: textOf(userMetadata?.summary?.data) }] : [],
  );
}
