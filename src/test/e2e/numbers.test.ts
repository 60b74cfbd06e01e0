import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reconcileNumbers } from '../../../activities/reconcile-numbers.ts';
import { numbersWorkflowId } from '../../../temporal/contract/collect-numbers.ts';
import { sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';
import { startDiscordServer, type DiscordServer } from './network-discord.ts';

interface ShownChannel {
  readonly id: string;
  readonly readAt: string | null;
  readonly metrics: readonly { readonly label: string; readonly total: number }[];
}

describe('numbers', () => {
  let crier: TestInstance;
  let discord: DiscordServer;
  let person: TestPerson;
  let channel: string;
  beforeAll(async () => {
    discord = await startDiscordServer();
    crier = await startInstance({ env: discord.env });
    channel = (await crier.connect('discord', discord.fields)).id;
    person = await addPerson(crier, { role: 'member' });
    await crier.startWorker();
  });
  afterAll(async () => {
    await crier?.stop();
    await discord?.stop();
  });

  it('are read by a worker, on a queue of their own, after a person has looked at them', async () => {
    const shown = async (): Promise<ShownChannel | undefined> =>
      (await person.call<ShownChannel[]>('GET', '/numbers')).body.find(({ id }) => id === channel);
    expect(await shown()).toMatchObject({ readAt: null, metrics: [] });
    const { context } = crier;
    await reconcileNumbers({ ...context, providerEnv: context.config.providerEnv }, await context.storeId());
    const read = await eventually('its numbers were read', async () => {
      const now = await shown();
      return now?.readAt ? now : undefined;
    });
    expect(read.metrics.map(({ label }) => label)).toEqual(['Members', 'Online']);
    const { events } = await context.temporal.workflow.getHandle(numbersWorkflowId(channel)).fetchHistory();
    const queues = (events ?? []).flatMap(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.taskQueue?.name ?? [],
    );
    expect(queues).toEqual(['numbers']);
    expect(await sql(crier, 'select store_id from numbers_run')).toEqual([
      { store_id: await context.storeId() },
    ]);
  });
});
