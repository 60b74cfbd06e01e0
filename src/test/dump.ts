/**
 * Everything that an instance stores and reports, as text: for tests that search it for what must not be
 * there.
 */
import { sql } from './factories.ts';
import { readableText } from './history.ts';
import type { TestInstance } from './instance.ts';

/** Every row of every table. */
export async function dump(crier: TestInstance): Promise<string> {
  const tables = await sql<{ name: string }>(
    crier,
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql<{ text: string | null }>(crier, `select json_agg(t)::text as text from ${name} t`),
    ),
  );
  return rows
    .flat()
    .map((r) => r.text ?? '')
    .join('\n');
}

/**
 * Every run of the instance at Temporal, by its id: memo, search attributes and history with all payloads
 * decoded.
 */
export async function histories({ context }: TestInstance): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { workflowId, runId, memo, typedSearchAttributes } of context.temporal.workflow.list()) {
    const history = await context.temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    found.set(
      workflowId,
      `${found.get(workflowId) ?? ''}${readableText(history)}${JSON.stringify([memo, typedSearchAttributes])}`,
    );
  }
  return found;
}
