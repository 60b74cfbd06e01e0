import { describe, expect, it } from '@jest/globals';
import { inOrder } from './timeline-order.ts';

const lines = (...kinds: string[]): { at: Date; kind: string }[] =>
  kinds.map((kind, n) => ({ kind, at: new Date(1000 * n) }));
const kinds = (...order: string[]): string[] => inOrder(lines(...order)).map(({ kind }) => kind);

describe('the lines of a timeline', () => {
  it('have the handover to Temporal before what its run did, and no later', () => {
    const ordered = inOrder(lines('accepted', 'claimed', 'request_sent', 'workflow_started', 'published'));
    expect(ordered.map(({ kind }) => kind)).toEqual([
      'accepted',
      'workflow_started',
      'claimed',
      'request_sent',
      'published',
    ]);
    expect(ordered[1]?.at).toEqual(ordered[2]?.at);
  });

  it('keep an order that is right already', () => {
    const right = ['accepted', 'workflow_started', 'claimed', 'failed', 'retried', 'claimed', 'published'];
    expect(kinds(...right)).toEqual(right);
  });

  it('put the handover of a second run after what a person decided', () => {
    expect(
      kinds('accepted', 'workflow_started', 'claimed', 'failed', 'retried', 'claimed', 'workflow_started'),
    ).toEqual([
      'accepted',
      'workflow_started',
      'claimed',
      'failed',
      'retried',
      'workflow_started',
      'claimed',
    ]);
  });
});
