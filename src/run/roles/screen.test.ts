import { describe, expect, it } from '@jest/globals';
import type { TemporalProgress } from '../../platform/temporal-start.ts';
import { createScreen } from './screen.ts';

const compiled = (done: number): TemporalProgress => ({
  step: 'building',
  done,
  total: 1000,
  secondsLeft: 130,
});

/** A screen, and what it has shown. */
function show(terminal: { isTTY: boolean; columns: number }) {
  let shown = '';
  const write = (text: string): boolean => Boolean((shown += text));
  return { screen: createScreen({ ...terminal, write }), shown: () => shown };
}

describe('how far the build is', () => {
  it('is one line of a terminal, written over, below the lines that stay', () => {
    const { screen, shown } = show({ isTTY: true, columns: 50 });
    screen.progress(compiled(1));
    screen.progress(compiled(2));
    screen.say('A line');
    screen.progress(null);
    screen.say('The last');
    const [line, next] = [1, 2].map((n) =>
      `  Temporal's server: ${n} of 1,000 packages compiled`.slice(0, 49),
    );
    const clear = '\r\u001B[2K';
    expect(shown()).toBe(`${clear}${line}${clear}${next}${clear}A line\n${next}${clear}The last\n`);
  });

  it('is a line for each tenth and for each step where it is kept, as in a log', () => {
    const { screen, shown } = show({ isTTY: false, columns: 0 });
    for (let done = 1; done <= 250; done++) screen.progress(compiled(done));
    for (const _ of [1, 2]) screen.progress({ step: 'linking', done: 1000, total: 1000, secondsLeft: null });
    screen.progress(null);
    expect(shown()).toBe(
      [
        "  Temporal's server: 1 of 1,000 packages compiled, about 3 minutes left",
        "  Temporal's server: 100 of 1,000 packages compiled, about 3 minutes left",
        "  Temporal's server: 200 of 1,000 packages compiled, about 3 minutes left",
        "  Temporal's server: linking, nearly done",
        '',
      ].join('\n'),
    );
  });
});
