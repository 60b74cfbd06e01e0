import { losePosts } from './ambiguous-networks.ts';
import type { Fault } from './fault.ts';

export const neverAnswers: Fault = {
  id: 'R4',
  title:
    'A network takes the post and never answers; it can be asked, honours a key, or neither; watched for six minutes',
  promise:
    'a network that accepts the post and never answers: published once, or left to a person once; never sent again',
  run: (world) => losePosts(world, 'lost_answer', { watchMs: world.size(0, 360_000) }),
};
