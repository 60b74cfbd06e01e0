/** A part that takes several calls: what is sent, in which order, and what a failure in between means. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { OutcomeUnknown } from './errors.ts';
import { publishSteps } from './publish-steps.ts';

/** A network on which each step makes a letter; `callMs` as long as all together may take. */
function plan(found: readonly (string | undefined)[], { steps = 3, callMs = 0 } = {}) {
  const sent: number[] = [];
  let looks = 0;
  const publish = (): Promise<string[]> =>
    publishSteps({
      steps,
      noun: 'stories',
      findMade: async () => {
        looks++;
        return found;
      },
      send: async (step) => {
        sent.push(step);
        return 'abc'.charAt(step);
      },
      callMs,
      timeoutMs: 1000,
    });
  return { publish, sent, looks: () => looks };
}

describe('a part of several calls', () => {
  it('sends what is missing, in order, and returns what all calls have made', async () => {
    const { publish, sent } = plan(['A', undefined, 'C']);
    expect(await publish()).toEqual(['A', 'b', 'C']);
    expect(sent).toEqual([1]);
  });

  it('looks for what is published only where there are several', async () => {
    const one = plan(['A'], { steps: 1 });
    expect(await one.publish()).toEqual(['a']);
    expect(one.looks()).toBe(0);
    const several = plan([]);
    expect(await several.publish()).toEqual(['a', 'b', 'c']);
    expect(several.looks()).toBe(1);
  });

  it('stops before its time is over, reports how much is published, and each repeat adds at least one', async () => {
    for (const [found, message] of [
      [[], '1 of 3 stories are published; the others follow'],
      [['A'], '2 of 3 stories are published; the others follow'],
    ] as const) {
      const { publish, sent } = plan(found, { callMs: 2000 });
      const stopped = publish();
      await expect(stopped).rejects.toBeInstanceOf(OutcomeUnknown);
      await expect(stopped).rejects.toThrow(message);
      expect(sent).toEqual([found.length]);
    }
    expect(await plan(['A', 'B'], { callMs: 2000 }).publish()).toEqual(['A', 'B', 'c']);
  });
});

describe('networks that make several calls for one part', () => {
  const users = readdirSync('providers').filter((name) => {
    const file = `providers/${name}/publish.ts`;
    return existsSync(file) && readFileSync(file, 'utf8').includes('publishSteps');
  });

  it.each(users)('are refused, limited and cut after each: %s', (name) => {
    const test = readFileSync(`providers/${name}/contract.test.ts`, 'utf8');
    expect(test).toContain('testSteps(');
  });
});
