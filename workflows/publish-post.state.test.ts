import { describe, expect, it } from '@jest/globals';
import type { TargetResult } from '../temporal/contract/publish-post.ts';
import { PublishRun, type RunTarget } from './publish-post.state.ts';

/** A run with one target for each date. */
function runWith(...dates: number[]): { run: PublishRun; target: (index: number) => RunTarget } {
  const run = new PublishRun({
    groupId: 'group-1',
    organizationId: 'ada-and-co',
    targets: dates.map((dueMs, i) => ({ postId: `post-${i + 1}`, provider: 'mastodon', revision: 1, dueMs })),
  });
  return { run, target: (index) => run.targets[index] as RunTarget };
}

describe('the state of a publish run', () => {
  it('waits for the earliest date of the waiting posts, and for none when none waits', () => {
    const { run } = runWith(300, 100, 200);
    expect(run.nextDue()).toBe(100);
    run.takeDue(100);
    expect(run.nextDue()).toBe(200);
    run.takeDue(300);
    expect(run.nextDue()).toBeUndefined();
    expect(run.isDone()).toBe(false);
  });

  it('returns a post once, together with all others that are due', () => {
    const { run } = runWith(300, 100, 200);
    expect(run.takeDue(200).map((t) => t.postId)).toEqual(['post-2', 'post-3']);
    expect(run.takeDue(200)).toEqual([]);
  });

  it.each<[TargetResult['outcome'][], TargetResult['outcome'] | null]>([
    [['published', 'published'], null],
    [['published', 'cancelled'], 'cancelled'],
    [['cancelled', 'partly_published'], 'partly_published'],
    [['partly_published', 'failed'], 'failed'],
    [['failed', 'unconfirmed', 'published'], 'unconfirmed'],
  ])('with posts that ended %j is found as %s, the outcome that most needs attention', (outcomes, state) => {
    const { run, target } = runWith(...outcomes.map(() => 0));
    outcomes.forEach((outcome, i) => run.finish(target(i), outcome));
    expect(run.exceptionalState()).toBe(state);
  });

  it('summarises as text, each outcome once', () => {
    const { run, target } = runWith(0, 0, 0, 0);
    (['published', 'partly_published', 'published', 'failed'] as const).forEach((outcome, i) =>
      run.finish(target(i), outcome),
    );
    expect(run.result().summary).toBe('2 published, 1 partly published, 1 failed');
  });

  it('takes the date of a row that is at least as new as it knows, not of an older one', () => {
    const { run, target } = runWith(100);
    run.reschedule({ postId: 'post-1', dueMs: 500, revision: 3 });
    run.waitAgain(target(0), 900, 2);
    expect(target(0)).toMatchObject({ dueMs: 500, revision: 3, phase: 'waiting' });
    run.waitAgain(target(0), 900, 3);
    expect(target(0)).toMatchObject({ dueMs: 900, revision: 3 });
  });

  it('cancels a waiting post at once, and leaves one that is being sent to its row', () => {
    const { run, target } = runWith(100, 200);
    run.takeDue(100);
    run.cancel({ postId: 'post-1', revision: 2 });
    run.cancel({ postId: 'post-2', revision: 2 });
    expect([target(0).phase, target(1).phase]).toEqual(['publishing', 'done']);
  });
});
