/** docs/operations.md, "Wiping Temporal's store": a namespace that is deleted while posts wait. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Connection } from '@temporalio/client';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { readStoreId } from '../../../temporal/client.ts';
import { buildPost, createOne, sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';

jest.setTimeout(180_000);

describe('a Temporal whose namespace was deleted', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance();
  });
  afterAll(() => crier?.stop());

  it('has a new one while the worker goes on running, in which each waiting post has a run again', async () => {
    const { temporal } = crier.context;
    const { id: channel } = await crier.connect('sandbox');
    await crier.startWorker();
    const id = await createOne(crier, buildPost(channel));
    const [group] = await sql<{ id: string }>(crier, 'select post_group_id as id from post where id = $1', [
      id,
    ]);
    const run = temporal.workflow.getHandle(publishWorkflowId(group?.id ?? ''));
    await eventually('the post has a run', () =>
      run.describe().then(
        () => true,
        () => false,
      ),
    );
    const before = await readStoreId(temporal);

    const operator = (temporal.connection as Connection).operatorService;
    await operator.deleteNamespace({ namespace: temporal.options.namespace });
    await eventually(
      'the worker has made it anew',
      async () => (await readStoreId(temporal).catch(() => before)) !== before,
      60_000,
    );
    const later = await createOne(crier, buildPost(channel));
    await eventually(
      'the post has a run again, by a pass of the reconciler',
      () =>
        run.describe().then(
          () => true,
          () => false,
        ),
      90_000,
    );
    expect((await crier.call<{ status: string }>('GET', `/posts/${later}`)).body.status).toBe('scheduled');
  });
});
