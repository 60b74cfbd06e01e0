/** docs/alerts.yml asks for metrics that exist, with labels that they have, and each alarm is explained. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { parseExposition, type Exposition } from './fixtures/parse-exposition.ts';
import { recordReconcilerPass } from './instance-state.ts';
import { renderMetrics } from './render.ts';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const rules = (
  parse(readFileSync('docs/alerts.yml', 'utf8')) as { groups: { name: string; rules: Rule[] }[] }
).groups.flatMap((g) => g.rules);
const operations = readFileSync('docs/operations.md', 'utf8');

describe('the alert rules', () => {
  let crier: TestInstance;
  let shown: Exposition;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
    await recordReconcilerPass(crier.context.database, { restarted: 0, revived: 0 });
    shown = parseExposition(await renderMetrics(crier.context.database));
  });
  afterAll(() => crier?.stop());

  it.each(rules)('$alert uses only metrics that exist', ({ expr }) => {
    const asked = [...expr.matchAll(/\b(crier_\w+)(?:\{(\w+)="(\w+)"\})?/g)];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, name = '', label = '', value = ''] of asked) {
      expect(shown.names()).toContain(name.replace(/_bucket$/, ''));
      if (label) expect([name, shown.value(name, { [label]: value })]).toEqual([name, expect.any(Number)]);
    }
    expect([...expr].filter((c) => c === '(').length).toBe([...expr].filter((c) => c === ')').length);
  });

  it.each(rules)(
    '$alert has a severity, a sentence, and a section in docs/operations.md',
    ({ alert, for: wait, labels, annotations }) => {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^[A-Z].{20,}[^.]$/);
      expect(wait ?? '1m').toMatch(/^\d+[mh]$/);
      expect(operations).toContain(`\`${alert}\``);
    },
  );

  it('are documented with metrics that exist', () => {
    // The cookie of sessions is named there, too.
    const named = [...operations.matchAll(/`(crier_(?!session\b)\w+)/g)].map((m) => m[1] ?? '');
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !shown.names().includes(name))).toEqual([]);
  });
});
