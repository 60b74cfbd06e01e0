import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '../providers/_kit/contract.ts';
import { sql } from '../src/test/factories.ts';
import { insertChannel } from '../src/test/insert-channel.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { numbersWorkflowId } from '../temporal/contract/collect-numbers.ts';
import type { ActivityDeps } from './deps.ts';
import { reconcileNumbers } from './reconcile-numbers.ts';
import { isRunning } from '../temporal/client.ts';

const NOTHING = { restarted: [], revived: [], checked: 0 };

describe('for runs that read numbers, the reconciler', () => {
  let crier: TestInstance;
  let deps: ActivityDeps;
  let storeId: string;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ api: false });
    const sandbox = crier.context.providers.get('sandbox') as Provider;
    deps = {
      ...crier.context,
      providerEnv: crier.context.config.providerEnv,
      providers: new Map([['sandbox', { ...sandbox, analytics: () => Promise.resolve([]) }]]),
    };
    storeId = await crier.context.storeId();
    await insertChannel(crier, 'sandbox');
    await sql(crier, 'update organization set numbers_asked_at = now()');
    // For a moment, parts of the server do not know the search attributes of a new namespace.
    await eventually('a run can be started', () =>
      pass().then(
        () => true,
        () => false,
      ),
    );
  });
  beforeEach(async () => {
    await sql(crier, 'delete from integration');
    await sql(crier, 'update organization set numbers_asked_at = now()');
    channel = await insertChannel(crier, 'sandbox');
  });
  afterAll(() => crier?.stop());

  const pass = (): ReturnType<typeof reconcileNumbers> => reconcileNumbers(deps, storeId);
  const runs = (): Promise<boolean> => isRunning(crier.context.temporal, numbersWorkflowId(channel));
  const endRun = (): Promise<unknown> =>
    crier.context.temporal.workflow.getHandle(numbersWorkflowId(channel)).terminate('by hand');

  it('starts one for each channel once a person has looked at numbers, which is no repair', async () => {
    await sql(crier, 'update organization set numbers_asked_at = null');
    expect([await pass(), await runs()]).toEqual([NOTHING, false]);
    await sql(crier, 'update organization set numbers_asked_at = now()');
    expect([await pass(), await runs()]).toEqual([NOTHING, true]);
    expect(await pass()).toEqual(NOTHING);
  });

  it.each([
    ["update organization set numbers_asked_at = now() - interval '31 days'"],
    ['update integration set deleted_at = now()'],
    ['update integration set disabled = true'],
    ['update integration set refresh_needed = true'],
    ["update integration set provider = 'devto'"],
  ])('starts none after "%s"', async (change) => {
    await sql(crier, change);
    expect([await pass(), await runs()]).toEqual([NOTHING, false]);
  });

  it('starts none where the network charges for numbers', async () => {
    const [sandbox] = deps.providers.values();
    const charging = new Map([['sandbox', { ...(sandbox as Provider), readsNumbersDaily: () => false }]]);
    expect(await reconcileNumbers({ ...deps, providers: charging }, storeId)).toEqual(NOTHING);
    expect(await runs()).toBe(false);
  });

  it('starts one again after it ended, when a person looks again', async () => {
    await pass();
    await endRun();
    await sql(crier, 'update numbers_run set store_id = null');
    expect([await pass(), await runs()]).toEqual([NOTHING, true]);
  });

  it('starts one again that was lost with the store of Temporal', async () => {
    await sql(crier, "insert into numbers_run (integration_id, store_id) values ($1, 'another store')", [
      channel,
    ]);
    expect([await pass(), await runs()]).toEqual([{ ...NOTHING, restarted: [channel] }, true]);
  });

  it('starts one again that is overdue and not there, and looks at a healthy one every half hour', async () => {
    await pass();
    await sql(crier, "update numbers_run set due_at = now() - interval '31 minutes'");
    expect(await pass()).toEqual({ ...NOTHING, checked: 1 });
    expect(await pass()).toEqual(NOTHING);
    await endRun();
    await sql(crier, "update numbers_run set checked_at = now() - interval '31 minutes'");
    expect([await pass(), await runs()]).toEqual([{ ...NOTHING, revived: [channel], checked: 1 }, true]);
  });
});
