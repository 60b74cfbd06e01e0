/**
 * Google's own descriptions of the APIs of Business Profile, as oracles: its discovery documents for
 * accounts, locations and numbers, and what was generated from one for posts (mybusiness4.ts).
 */
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Recorder } from '../exchange.ts';
import { judgeAll, type Judge } from '../oracle.ts';
import { discoveryJudge } from './discovery.ts';
import { documents } from './documents.ts';
import { mybusiness4 } from './mybusiness4.ts';

const oracle = { name: 'Google Business Profile', file: '', judge: () => async () => [], mistakes: [] };

/** Which document describes a path. */
const DOCUMENTS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/accounts(\?|$)/, 'mybusinessaccountmanagement.v1'],
  [/^\/v1\/accounts\/[^/]+\/locations(\?|$)/, 'mybusinessbusinessinformation.v1'],
  [/^\/v1\/locations\/[^/]+:fetch/, 'businessprofileperformance.v1'],
];

/** Registers the comparison; call it after all other tests of the file, which share one recorder. */
export function testAgainstBusinessProfile(recorder: Recorder): void {
  describeWith([documents, mybusiness4], 'What these tests and Google said to each other', () => {
    it("is as Google's own descriptions have it", async () => {
      const judges = [
        ...DOCUMENTS.map(([path, name]) => [path, discoveryJudge(documents.read(name))] as const),
        [/^\/v4\//, discoveryJudge(mybusiness4.read())] as const,
      ];
      const judge: Judge = async (exchange) => {
        const found = judges.find(([path]) => path.test(exchange.target));
        const operation = `${exchange.method} ${exchange.target}`;
        return found ? found[1](exchange) : [{ side: 'request', operation, message: 'is described nowhere' }];
      };
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const { unexplained } = await judgeAll(oracle, judge, recorder.exchanges);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}
