import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import {
  count,
  flag,
  id,
  instantOrNull,
  listOf,
  orNull,
  params,
  record,
  sentenceWith,
  text,
} from '../../http/shapes.ts';
import { compile } from '../../platform/validation.ts';
import { checkPost } from './check-post.ts';
import { createPostBody } from './post-body.ts';

const issue = record({
  path: text('Path of the field: posts.0.value.1.content'),
  code: text('The code with which POST /posts would refuse it'),
  message: text('What is wrong with it'),
  reason: text('Names the sentence, as `code` does in the issues of POST /posts'),
});
const issues = listOf({ ...issue, properties: { ...(issue.properties as object), params } });
const aspect = (description: string) => orNull({ type: 'number', description });

export const checkPostOperation = {
  id: 'checkPost',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/posts/check',
  tag: 'Posts',
  access: 'caller',
  summary: 'Check a post without creating it',
  description:
    'Takes the body of POST /posts and checks it by the same rules; nothing is stored. Media must be uploads.',
  body: createPostBody,
  answer: {
    status: 201,
    description: 'What is ready, and what is not',
    schema: record({
      issues,
      posts: listOf(
        record({
          integration: id('The channel'),
          ready: flag('Whether the network would take it'),
          issues,
          parts: listOf(
            record({
              text: text('As it is published there, in the format of the network'),
              length: count('Length of the text, counted as the network counts'),
              limit: count('The longest text that the network takes'),
              unit: { enum: ['characters', 'bytes'], description: 'What is counted' },
            }),
          ),
          media: orNull(
            record({
              maxImages: count('Pictures at most'),
              maxVideos: count('Videos at most'),
              imageTypes: listOf(text('A media type')),
              videoTypes: listOf(text('A media type')),
              minAspect: aspect('Least width ÷ height of a picture'),
              maxAspect: aspect('Greatest width ÷ height of a picture'),
            }),
            'What the first part may carry; null for a channel that cannot be published to',
          ),
          wait: orNull(
            record({
              limit: count('Posts that the network takes within the period'),
              used: count('Those that are used by the date of this one, planned ones included'),
              of: { enum: ['account', 'app'], description: 'Whose posts count together' },
              hours: {
                type: ['integer', 'null'],
                description: 'Length of the period, which moves with the clock; null = a calendar day',
              },
              until: instantOrNull(
                'When it is published instead; null if it has more parts than the network takes at all',
              ),
              message: text('The same as a sentence'),
            }),
            "The network's limit that makes the post wait although it is ready; null if none does",
          ),
          fittable: {
            ...listOf(
              record({
                part: count('Index of its part'),
                media: id('The picture'),
                network: text('Name of the network'),
                reshape: flag('Whether `ratio` must be `pad` or `crop`'),
              }),
            ),
            description: 'Pictures that the network takes once they are fitted: POST /media/{id}/fit',
          },
          convertible: {
            ...listOf(
              record({
                part: count('Index of its part'),
                media: id('The video'),
                network: text('Name of the network'),
              }),
            ),
            description: 'Videos that the network takes once they are converted: POST /media/{id}/convert',
          },
          takenOut: {
            ...listOf(
              sentenceWith('Which tag, and what happens to what is in it', {
                path: text('Path of the text: posts.0.value.1.content'),
              }),
            ),
            description: 'What the texts go without: markup that a post may not have',
          },
          warnings: {
            ...listOf(
              sentenceWith('What the network may refuse or cut', {
                path: text('Path of the text: posts.0.value.0.content'),
              }),
            ),
            description: 'What to know about the texts; nothing is refused because of it',
          },
          withoutEffect: {
            ...listOf(
              sentenceWith('What is known of it, such as the name that was meant', {
                path: text('Path of the setting: posts.0.settings.title'),
              }),
            ),
            description: 'Settings that the network does not have: kept, and without effect',
          },
        }),
      ),
    }),
  },
  errors: ['integration_not_found', 'foreign_resource'],
  example: {
    type: 'schedule',
    date: '2031-05-04T09:30:00.000Z',
    posts: [
      {
        integration: { id: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21' },
        value: [{ content: 'Spring menu', image: [] }],
        settings: { __type: 'bluesky' },
      },
    ],
  },
  handler: checkPostHandler,
} as const satisfies Operation;

const checkBody = compile(createPostBody);

function checkPostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await checkPost(context, ctx.state.caller.organizationId, checkBody(ctx.state.body));
    ctx.status = 201;
  };
}
