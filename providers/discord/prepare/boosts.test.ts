/** Boosts that a server gains or loses while its channel stays connected. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pngFile, prepareStored } from '../../_kit/test-harness.ts';
import { startWorld, type World } from '../fixtures/world.ts';
import { discord as provider } from '../index.ts';

const MIB = 1024 ** 2;
let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

describe('the boosts of a server', () => {
  const keeping = () => {
    const kept: object[] = [];
    const keepDetails = async (details: object): Promise<void> => void kept.push(details);
    return { kept, context: { ...world.context, keepDetails } };
  };
  const large = { ...pngFile(), size: 30 * MIB };

  it('are kept where they have changed, when files are published and with the numbers', async () => {
    const { kept, context } = keeping();
    const request = world.request({ media: [pngFile()] });
    await prepareStored(provider, request, context);
    expect(kept).toEqual([]);
    world.network.boost(world.guild, 2);
    await prepareStored(provider, request, context);
    await provider.analytics?.(request.channel, context);
    expect(kept).toEqual([{ premiumTier: 2 }, { premiumTier: 2 }]);
  });

  it('that are lost since are noticed before anything is sent', async () => {
    const { kept, context } = keeping();
    const request = world.request({ media: [large] });
    const channel = { ...request.channel, details: { ...request.channel.details, premiumTier: 2 } };
    await expect(prepareStored(provider, { ...request, channel }, context)).rejects.toThrow(
      'this server allows',
    );
    expect([kept, world.live()]).toEqual([[{ premiumTier: 0 }], []]);
  });

  it('that are new let a file pass that was too large before', async () => {
    world.network.boost(world.guild, 2);
    const { context } = keeping();
    await expect(prepareStored(provider, world.request({ media: [large] }), context)).resolves.toBeDefined();
  });

  it('that cannot be read keep no post back', async () => {
    const { context } = keeping();
    world.front.arm({ kind: 'reset_before' }, ({ path }) => path.includes('/guilds/'));
    const prepared = prepareStored(provider, world.request({ media: [pngFile()] }), context);
    await expect(prepared).resolves.toBeDefined();
  });
});
