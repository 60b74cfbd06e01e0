import { ApplicationFailure } from '@temporalio/activity';
import { describe, expect, it } from '@jest/globals';
import type { PartCall } from './deps.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import { outcomeOfRow } from './row-outcome.ts';

/** What the activity does about a row with this verdict. */
const outcome = (row: Partial<ClaimRow>): Promise<unknown> =>
  outcomeOfRow(
    { part: { postId: 'post', position: 0 } } as PartCall,
    { revision: 1, ...row } as ClaimRow,
  ).catch((error: unknown) =>
    error instanceof ApplicationFailure ? [error.type, error.nextRetryDelay] : error,
  );

describe('a part that must wait', () => {
  it('for its date, is given back to its run unless that is soon', async () => {
    expect(await outcome({ verdict: 'not_due', waitMs: 60_000 })).toEqual({
      status: 'not_due',
      waitMs: 60_000,
      revision: 1,
    });
    expect(await outcome({ verdict: 'not_due', waitMs: 5000 })).toEqual(['NotDue', 4750]);
  });

  it('for its turn in a backlog, is tried again by the activity, as its run would come behind all others', async () => {
    expect(await outcome({ verdict: 'turn', turnMs: 49_519 })).toEqual(['NotDue', 49_519]);
  });
});
