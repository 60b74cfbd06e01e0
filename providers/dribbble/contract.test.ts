import { randomUUID } from 'node:crypto';
import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, picture, startWorld } from './fixtures/world.ts';
import { dribbble as provider } from './index.ts';

const FAULTS: OwnFaults<'token_expired'> = {
  rate_limited: () => fault(429, 'API rate limit exceeded.'),
  rejected: () => fault(422, 'Validation failed.'),
  channel_gone: () => fault(401, 'Bad credentials.'),
  server_error: () => fault(500, 'Something went wrong.'),
};

testProvider(
  provider,
  async (): Promise<NetworkHarness> => {
    const world = await startWorld({ anySize: true });
    return {
      channel: world.channel,
      context: world.context,
      // Each post has a title of its own.
      get settings() {
        return { title: `Shot ${randomUUID()}` };
      },
      media: [await picture()],
      showsAtOnce: true,
      published: async () =>
        world.network
          .shots()
          .map(({ id, description }) => ({
            id: String(id),
            text: description,
            mediaCount: 1,
            parentId: null,
          })),
      ...failingWith(world, FAULTS, isPublish),
      stop: world.stop,
    };
  },
  { token_expired: 'tokens of Dribbble do not expire; one that is refused was withdrawn' },
);
