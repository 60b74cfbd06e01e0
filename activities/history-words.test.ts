import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { OutcomeUnknown, RateLimited, Unsent } from '../providers/_kit/errors.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { toFailure, withCode } from './history-words.ts';
import { failure } from './provider-call.ts';

const SAID = 'Your token abc is no good, Ada';

describe('what a history keeps of an activity', () => {
  let crier: TestInstance;
  let postId: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    postId = await createOne(crier, buildPost((await crier.connect('sandbox')).id));
    await sql(crier, "update post set state = 'failed', error_code = 'rejected', error = $2 where id = $1", [
      postId,
      SAID,
    ]);
  });
  afterAll(() => crier?.stop());

  it.each(['failed', 'partly_published', 'unconfirmed', 'missed'] as const)(
    'is the code of the error where a part ends as %s',
    async (status) => {
      const outcome: PartOutcome = { status, reason: SAID };
      expect(await withCode(crier.context, { postId, position: 0 }, outcome)).toEqual({
        status,
        reason: 'rejected',
      });
    },
  );

  it('is the outcome itself where it has no text of a network', async () => {
    const outcomes: PartOutcome[] = [
      { status: 'published', url: 'https://social.example/1', latenessMs: 5, nextDelayMs: null },
      { status: 'held', reason: 'channel', waitMs: 1, revision: 1 },
      { status: 'retry' },
    ];
    for (const outcome of outcomes) {
      expect(await withCode(crier.context, { postId, position: 0 }, outcome)).toEqual(outcome);
    }
  });

  it.each([
    [FAILURE.unsent, new Unsent(SAID, { networkCode: 'ECONNREFUSED' }), 'Nothing was sent (ECONNREFUSED)'],
    [FAILURE.unsent, new Error(SAID), 'Nothing was sent; the log of the worker says why'],
    [FAILURE.rateLimited, new RateLimited(SAID, new Date(0)), 'The network asks to wait'],
    [
      FAILURE.stillUnknown,
      new OutcomeUnknown(SAID, { networkCode: SAID }),
      expect.not.stringContaining('Ada'),
    ],
    [FAILURE.stillUnknown, SAID, 'It is not known yet whether the network has the post'],
    [FAILURE.notRenewed, new Error(SAID), 'The renewal failed inside Crier; the log of the worker says why'],
  ])('is a type and a code of a failure that is retried: %s', (type, error, message) => {
    const made = failure(type, error, 5000);
    expect([made.type, made.message, made.nonRetryable, made.cause]).toEqual([
      type,
      message,
      false,
      undefined,
    ]);
  });

  it('is nothing of an error that nobody expected, which the log has', () => {
    const lines: unknown[] = [];
    const log = { error: (...line: unknown[]) => void lines.push(line) } as never;
    const error = new RangeError(`row (${SAID})`);
    const made = toFailure({ log }, error);
    expect(made).toBeInstanceOf(ApplicationFailure);
    expect(made).toMatchObject({ type: 'RangeError', message: expect.not.stringContaining('Ada') });
    expect(lines).toEqual([[{ err: error }, 'an activity failed']]);
    for (const ours of [failure(FAILURE.unsent, error), new CancelledFailure('stopped')]) {
      expect(toFailure({ log }, ours)).toBe(ours);
    }
  });
});
