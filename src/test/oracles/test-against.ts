/** Holds what the tests of a file sent against a vendor's description, as the last test of the file. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../platform/config/config.ts';
import type { Recorder } from './exchange.ts';
import { checkAll, type Oracle } from './oracle.ts';

/** Where the description is, or why it is not there. */
function find({ file }: Oracle): { path: string } | { missing: string } {
  const folder = loadConfig().CRIER_ORACLES;
  if (!folder) return { missing: 'CRIER_ORACLES is not set' };
  const path = resolve(join(folder, file));
  return existsSync(path) ? { path } : { missing: `the folder CRIER_ORACLES has no ${file}` };
}

/** The text of the description; undefined where it is not to be had. */
export function readOracle(oracle: Oracle): string | undefined {
  const found = find(oracle);
  return 'path' in found ? readFileSync(found.path, 'utf8') : undefined;
}

/**
 * `describe` for tests that read the description itself: skipped, by name and reason, where it is missing.
 */
export function describeWithOracle(oracle: Oracle, title: string, body: () => void): void {
  const found = find(oracle);
  if ('path' in found) describe(title, body);
  else describe.skip(`${title} (skipped: ${found.missing})`, body);
}

/**
 * Registers the comparison; call it after all other tests of the file, which share one recorder. Each finding
 * is reported once, however often it occurred.
 */
export function testAgainst(oracle: Oracle, recorder: Recorder): void {
  describeWithOracle(oracle, `What these tests and ${oracle.name} said to each other`, () => {
    it("is as the vendor's own description has it", async () => {
      const check = oracle.check(readOracle(oracle) ?? '');
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const { unexplained } = await checkAll(oracle, check, recorder.exchanges);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}
