import { beforeEach, describe, expect, it } from '@jest/globals';
import { createBreaker, type Breaker } from './breaker.ts';

describe('a breaker that opens after two failures, for a second', () => {
  let now: number;
  let tried: string[];
  let run: Breaker;
  beforeEach(() => {
    now = 0;
    tried = [];
    run = createBreaker({ failures: 2, pauseMs: 1000, clock: () => now });
  });

  const succeed = (name: string): Promise<string> =>
    run(async () => {
      tried.push(name);
      return name;
    });
  const fail = (name: string): Promise<never> =>
    run(async () => {
      tried.push(name);
      throw new Error(name);
    });
  const open = async (): Promise<void> => {
    await expect(fail('1st')).rejects.toThrow('1st');
    await expect(fail('2nd')).rejects.toThrow('2nd');
    tried = [];
  };

  it('passes on results and errors', async () => {
    await expect(succeed('a')).resolves.toBe('a');
    await expect(fail('b')).rejects.toThrow('b');
    expect(tried).toEqual(['a', 'b']);
  });

  it('stays closed while there is a success between the failures', async () => {
    for (const name of ['a', 'b', 'c']) {
      await expect(fail(name)).rejects.toThrow(name);
      await expect(succeed('between')).resolves.toBe('between');
    }
    expect(tried).toHaveLength(6);
  });

  it('refuses at once after two failures in a row, until the second is over', async () => {
    await open();
    now = 999;
    await expect(succeed('a')).rejects.toThrow('did not answer a moment ago');
    now = 1000;
    await expect(succeed('b')).resolves.toBe('b');
    await expect(succeed('c')).resolves.toBe('c');
    expect(tried).toEqual(['b', 'c']);
  });

  it('lets one call through as a trial while others are refused', async () => {
    await open();
    now = 1000;
    let answer = (_: string): void => undefined;
    const first = run(
      () =>
        new Promise<string>((resolve) => {
          answer = resolve;
        }),
    );
    await expect(succeed('beside it')).rejects.toThrow('did not answer a moment ago');
    answer('here again');
    await expect(first).resolves.toBe('here again');
    await expect(succeed('after it')).resolves.toBe('after it');
    expect(tried).toEqual(['after it']);
  });

  it('waits another second when the trial fails too', async () => {
    await open();
    now = 1000;
    await expect(fail('try')).rejects.toThrow('try');
    now = 1999;
    await expect(succeed('a')).rejects.toThrow('did not answer a moment ago');
    expect(tried).toEqual(['try']);
  });
});
