import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collectAfterStart } from './collect-garbage.ts';

describe('what a start has used', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'gc');
  let collected = 0;

  beforeEach(() => {
    collected = 0;
    globalThis.gc = (() => void collected++) as never;
    mock.timers.enable({ apis: ['setTimeout'] });
  });

  afterEach(() => {
    mock.timers.reset();
    delete globalThis.gc;
    if (before) Object.defineProperty(globalThis, 'gc', before);
  });

  it('is given back once, when the start is over', () => {
    collectAfterStart();
    expect(collected).toBe(0);
    mock.timers.tick(3_600_000);
    expect(collected).toBe(1);
  });

  it('stays where Node was started without --expose-gc', () => {
    const { gc } = globalThis;
    delete globalThis.gc;
    collectAfterStart();
    globalThis.gc = gc;
    mock.timers.tick(3_600_000);
    expect(collected).toBe(0);
  });
});
