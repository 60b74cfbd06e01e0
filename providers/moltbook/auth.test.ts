import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { fault, startWorld, type World } from './fixtures/world.ts';
import { moltbook as provider } from './index.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world?.stop());

const connect = (apiKey: string): ReturnType<typeof provider.connect> =>
  provider.connect({ apiKey }, world.context);

describe('connecting an agent', () => {
  it('goes by its name, and keeps the key among the credentials only', () => {
    expect(world.channel).toMatchObject({
      internalId: 'ada',
      name: 'ada',
      profile: 'https://www.moltbook.com/u/ada',
      details: {},
    });
    expect(world.channel.credentials).toEqual({ apiKey: world.agent.key });
    expect(JSON.stringify({ ...world.channel, credentials: null })).not.toContain(world.agent.key);
  });

  it('takes a key with blanks around it', async () => {
    expect(await connect(` ${world.agent.key}\n`)).toMatchObject({
      credentials: { apiKey: world.agent.key },
    });
  });

  it.each([
    ['', 'This is not an API key'],
    ['two words of it', 'This is not an API key'],
    ['moltbook_sk_of_nobody', 'does not accept the API key. Authentication required'],
  ])('fails with the key %j, without repeating it', async (key, message) => {
    const refused = connect(key);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(message);
    if (key) await expect(refused).rejects.not.toThrow(key);
  });

  it('fails for an agent that nobody has claimed, and works once a person has', async () => {
    const agent = world.network.createAgent('grace', { claimed: false });
    await expect(connect(agent.key)).rejects.toThrow('grace has not been claimed yet');
    agent.claimed = true;
    expect(await connect(agent.key)).toMatchObject({ name: 'grace' });
  });

  it("fails with Moltbook's message for an agent that is suspended", async () => {
    world.front.arm(fault(401, 'Account suspended', { hint: 'Suspension ends in 10 hours.' }), () => true);
    const refused = connect(world.agent.key);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('Account suspended. Suspension ends in 10 hours.');
  });
});

describe('the submolts', () => {
  it('are listed by the number of their subscribers', async () => {
    expect(await provider.tools?.submolts?.run(world.channel, {}, world.context)).toEqual([
      { id: 'general', name: 'General' },
      { id: 'builds', name: 'Builds' },
    ]);
  });
});
