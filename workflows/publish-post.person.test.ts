import { expect, it } from '@jest/globals';
import { PUBLISHED, failing, type Plan } from '../src/test/fake-network.ts';
import { DAY, HOUR, SECOND, refusal, type StartedRun } from '../src/test/publish-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';

const UNCONFIRMED: PartOutcome = {
  status: 'unconfirmed',
  reason: 'The network could not say whether it took the post',
};

/** The network never reports what happened to the post; `then` is the row after a person decided. */
const unsayable = (then: PartOutcome): Plan => ({
  'mastodon.publish': [{ status: 'unknown', verifyAfterMs: 15 * SECOND }, then],
  'mastodon.verify': [failing('stillUnknown')],
  giveUp: [UNCONFIRMED],
});

describeRuns("PublishPostWorkflow and a person's decision", (world) => {
  /** A run that waits for a person. */
  async function undecided(then: PartOutcome): Promise<StartedRun> {
    const run = await world.start([{}], unsayable(then));
    await world.pass(HOUR);
    return run;
  }

  it('is asked for after nine lookups: the run is found as unconfirmed, and sends nothing in the meantime', async () => {
    const run = await undecided(PUBLISHED);
    expect((await run.progress())[0]?.phase).toBe('needs a decision');
    expect(await run.postState()).toBe('unconfirmed');
    await world.pass(30 * DAY);
    expect(run.callNames().filter((name) => name === 'mastodon.verify')).toHaveLength(9);
    expect(run.callNames().filter((name) => name === 'mastodon.publish')).toHaveLength(1);
    await run.resolve('post-1', 'published');
    await run.result();
  });

  it('that the post is published ends the run, which is no longer found as unconfirmed', async () => {
    const run = await undecided(PUBLISHED);
    await run.resolve('post-1', 'published');
    expect((await run.result()).summary).toBe('1 published');
    expect(await run.postState()).toBeUndefined();
  });

  it('to send again sends it again', async () => {
    const run = await undecided(PUBLISHED);
    await run.resolve('post-1', 'resend');
    expect((await run.result()).summary).toBe('1 published');
    expect(run.callNames().at(-1)).toBe('mastodon.publish');
  });

  it('is asked for again when the second send cannot be confirmed either', async () => {
    const run = await undecided({ status: 'unknown', verifyAfterMs: 15 * SECOND });
    await run.resolve('post-1', 'resend');
    await world.pass(HOUR);
    expect((await run.progress())[0]?.phase).toBe('needs a decision');
    await run.resolve('post-1', 'drop');
    await world.pass(HOUR);
    await run.result();
  });

  it('to leave it ends the run, with failed or unconfirmed in the row', async () => {
    const failed = await undecided({ status: 'failed', reason: 'Left by Ada' });
    await failed.resolve('post-1', 'drop');
    expect((await failed.result()).summary).toBe('1 failed');
    const open = await undecided(UNCONFIRMED);
    await open.resolve('post-1', 'drop');
    expect((await open.result()).summary).toBe('1 unconfirmed');
    expect(await open.postState()).toBe('unconfirmed');
  });

  it('is refused when none is needed', async () => {
    const waiting = await world.start([{ inMs: DAY }]);
    expect(await refusal(waiting.resolve('post-1', 'resend'))).toBe('NotUnconfirmed');
    expect(await refusal(waiting.resolve('post-of-another', 'resend'))).toBe('UnknownPost');
    await waiting.cancel('post-1', 2);
    const run = await undecided(PUBLISHED);
    expect(await refusal(run.resolve('post-1', 'resend'))).toBe('accepted');
    await run.result();
  });
});
