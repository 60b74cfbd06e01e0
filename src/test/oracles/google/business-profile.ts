/**
 * Google's own descriptions of the APIs of Business Profile, as oracles: its discovery documents for
 * accounts, locations and numbers, and what was generated from one for posts (mybusiness4.ts).
 */
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Recorder } from '../exchange.ts';
import { checkAll, type OracleCheck } from '../oracle.ts';
import { discoveryCheck } from './discovery.ts';
import { documents } from './documents.ts';
import { mybusiness4 } from './mybusiness4.ts';

const oracle = { name: 'Google Business Profile', file: '', check: () => async () => [], mistakes: [] };

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
      const checks = [
        ...DOCUMENTS.map(([path, name]) => [path, discoveryCheck(documents.read(name))] as const),
        [/^\/v4\//, discoveryCheck(mybusiness4.read())] as const,
      ];
      const check: OracleCheck = async (exchange) => {
        const found = checks.find(([path]) => path.test(exchange.target));
        const operation = `${exchange.method} ${exchange.target}`;
        return found ? found[1](exchange) : [{ side: 'request', operation, message: 'is described nowhere' }];
      };
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const { unexplained } = await checkAll(oracle, check, recorder.exchanges);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}
