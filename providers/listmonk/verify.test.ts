import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listmonk as server } from '../../src/test/servers/listmonk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import type { VerifyResult } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { refusal, startWorld, type World } from './fixtures/world.ts';
import { listmonk as provider } from './index.ts';

describeWith([server], 'After a lost answer of a real listmonk, the lookup', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());

  /** Loses a call, then lets a person do something to the campaign. */
  async function verdictAfter(
    fault: 'reset_after' | 'reset_before',
    meanwhile: (id: number) => Promise<unknown> = async () => null,
  ): Promise<VerifyResult> {
    const request = world.request();
    const attempt = await world.lose(request, fault);
    await meanwhile((attempt.prepared as { id: number }).id);
    return provider.verify(request, attempt, world.context);
  }
  const set = (status: string) => (id: number) =>
    world.server.api('PUT', `/campaigns/${id}/status`, { status });

  it('finds a campaign that was started', async () => {
    const verdict = await verdictAfter('reset_after');
    const [campaign] = (await world.campaigns()).slice(-1);
    expect(verdict).toEqual({
      status: 'found',
      published: {
        id: campaign?.uuid,
        url: `${world.front.url}/api/campaigns/${campaign?.id}/preview`,
        ref: { id: campaign?.id },
      },
    });
  });

  it('finds one that a person has paused since', async () => {
    expect(await verdictAfter('reset_after', set('paused'))).toMatchObject({ status: 'found' });
  });

  it('may repeat the start of a draft, which stays one campaign', async () => {
    expect(await verdictAfter('reset_before')).toMatchObject({
      status: 'repeatable',
      evidence: expect.stringContaining('still a draft'),
    });
  });

  it('leaves it to a person when one has cancelled, scheduled or deleted the campaign', async () => {
    expect(await verdictAfter('reset_after', set('cancelled'))).toMatchObject({
      status: 'unknown',
      reason: expect.stringMatching(/set campaign \d+ to "cancelled" in listmonk; \d+ mails were sent/),
    });
    const schedule = async (id: number): Promise<void> => {
      const campaign = await world.server.api<object>('GET', `/campaigns/${id}`);
      const lists = [world.list];
      const send = { ...campaign, lists, send_at: '2099-01-01T00:00:00Z', send_later: true };
      await world.server.api('PUT', `/campaigns/${id}`, send);
      await set('scheduled')(id);
    };
    expect(await verdictAfter('reset_before', schedule)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('"scheduled"'),
    });
    const remove = (id: number): Promise<unknown> => world.server.api('DELETE', `/campaigns/${id}`);
    expect(await verdictAfter('reset_after', remove)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('no longer has campaign'),
    });
  });

  it('does not decide while listmonk fails', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    world.front.arm(refusal(500, 'pq: the database system is starting up'), ({ method }) => method === 'GET');
    await expect(provider.verify(request, attempt, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});
