import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { Post } from '../../platform/entities/post.ts';
import type { Operation } from '../../http/operation.ts';
import {
  count,
  id,
  instant,
  instantOrNull,
  listOf,
  orNull,
  sentenceWith,
  record,
  text,
  textOrNull,
} from '../../http/shapes.ts';
import { readFreeze } from '../../platform/freeze.ts';
import { idParam } from '../../platform/validation.ts';
import { POST_STATES } from '../../../temporal/contract/post-states.ts';
import { assertOwnPost, seenByPeople } from '../policy.ts';
import { frozenShape, presentFreeze } from './present-summary.ts';
import { presentStory } from './present-story.ts';
import { readStory } from './read-story.ts';

export const getPostStoryOperation = {
  id: 'getPostStory',
  method: 'get',
  path: '/posts/{id}/story',
  tag: 'Posts',
  access: 'caller',
  summary: 'Get what happened to a post, and the other posts of its request',
  answer: {
    status: 200,
    description: 'The posts of the request, this one among them, and the timeline as facts',
    schema: record({
      targets: listOf(
        record({
          id: id('The post'),
          status: { enum: [...POST_STATES], description: 'The exact state' },
          publishDate: instant('When it is due'),
          releaseURL: textOrNull('URL on the network'),
          channel: record({
            id: id('The channel'),
            identifier: text('The network'),
            name: text('Its name'),
            picture: textOrNull("URL of the channel's picture"),
            profile: textOrNull('Handle on the network'),
          }),
        }),
      ),
      timeline: listOf(
        record({
          at: instant('When it happened'),
          event: text('A stable identifier'),
          text: text('What happened, as text'),
          part: orNull(count('The part of the thread'), 'Of a thread'),
          date: instantOrNull('The date that it names'),
          reason: textOrNull('Why, in the words of the network or of Crier'),
          page: textOrNull('The page that it is about'),
          explanation: orNull(sentenceWith('Why'), 'Why, with what it is made from, where it has a code'),
          choice: textOrNull('What was chosen: the kind of request, or what a person decided'),
        }),
      ),
      frozen: frozenShape,
    }),
  },
  errors: ['post_not_found', 'foreign_resource'],
  handler: getPostStoryHandler,
} as const satisfies Operation;

function getPostStoryHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const postId = idParam(ctx.params.id);
    const { organizationId } = ctx.state.caller;
    const post = await database.fork().findOne(Post, { id: postId });
    assertOwnPost(organizationId, seenByPeople(post), postId);
    const [story, frozen] = await Promise.all([
      readStory(database, { organizationId, postId }),
      readFreeze(database, { organizationId }),
    ]);
    ctx.body = { ...presentStory(story), frozen: presentFreeze(frozen) };
  };
}
