import { losePosts } from './ambiguous-networks.ts';
import type { Fault } from './fault.ts';

export const connectionDropped: Fault = {
  id: 'R3',
  title: 'A network takes the post and drops the connection; it can be asked, honours a key, or neither',
  promise:
    'a network that accepts the post and drops the connection: published once, or left to a person once; never sent again',
  run: (world) => losePosts(world, 'reset_after', { watchMs: world.size(0, 60_000) }),
};
