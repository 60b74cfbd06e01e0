/** Google's own description of the YouTube Data API, as an oracle. */
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Recorder } from '../exchange.ts';
import { checkAll } from '../oracle.ts';
import { discoveryCheck } from './discovery.ts';
import { documents } from './documents.ts';

/** What it gets wrong, or leaves out: nothing so far. */
const oracle = { name: 'YouTube', file: '', check: () => async () => [], mistakes: [] };

/** Registers the comparison; call it after all other tests of the file, which share one recorder. */
export function testAgainstYouTube(recorder: Recorder): void {
  describeWith([documents], 'What these tests and YouTube said to each other', () => {
    it("is as Google's own description has it", async () => {
      const check = discoveryCheck(documents.read('youtube.v3'));
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const { unexplained } = await checkAll(oracle, check, recorder.exchanges);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}
