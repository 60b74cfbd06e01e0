import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { count, flag, listOf, orNull, record, text, textOrNull } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import { offeredProviders } from '../connect/begin.ts';
import { describeNetwork } from '../describe-network.ts';

const most = (what: string) =>
  ({
    type: ['integer', 'null'],
    minimum: 0,
    description: `Most ${what} of one part, with the settings for it; null = as many as fit`,
  }) as const;

export const listNetworksOperation = {
  id: 'listNetworks',
  method: 'get',
  path: '/networks',
  tag: 'Channels',
  access: 'caller',
  summary: 'List the networks and what works at each',
  description:
    'What a client can offer before a channel is connected; networks that the operator hides are left out. The limits of one account, and its settings, are in getIntegrationSettings.',
  answer: {
    status: 200,
    description: 'By name',
    schema: listOf(
      record({
        identifier: text('The network, as `__type` in settings'),
        name: text('Name shown to people'),
        unofficial: textOrNull(
          'What can break, where the interface of the network is not public or not promised',
        ),
        connect: {
          ...listOf({ enum: ['oauth', 'credentials'] }),
          description: 'In a browser on the network, or by credentials; empty where nothing is asked',
        },
        text: record({
          maxLength: count('Longest text of a plain account, counted as the network counts'),
          unit: { enum: ['characters', 'bytes'], description: 'What `maxLength` counts' },
          format: { enum: ['plain', 'html', 'markdown'], description: 'How the text reaches the network' },
          alone: flag('Whether a post may have text and no files'),
        }),
        pictures: most('pictures'),
        videos: most('videos'),
        thread: {
          enum: ['reply', 'comment', 'none'],
          description: 'What the further parts of a post become; `none`: one part only',
        },
        firstComment: flag('Whether a second part can stand below the post as its first comment'),
        videoCover: {
          enum: ['picture', 'moment', 'either', null],
          description: 'What can stand for a video where it is not played; null: the network chooses a frame',
        },
        polls: flag('Whether a post can have a poll: the setting `poll`'),
        linkCards: {
          enum: ['post', 'network', null],
          description:
            'Who makes the card of a page that a post links to: `post`: it is sent with the post, and the setting `link` changes it; `network`: the network reads the page; null: there are no cards',
        },
        afterLostAnswer: {
          enum: ['native_key', 'client_id', 'lookup', 'none'],
          description:
            'What protects a post whose answer was lost: the same key or the same id again, a lookup, or (`none`) a person who decides',
        },
        remove: flag('Whether a published post can be taken down on the network'),
        numbers: record({
          account: flag('Whether getAnalytics has numbers'),
          post: flag('Whether getPostAnalytics has numbers'),
        }),
        tools: {
          ...listOf({ type: 'string' }),
          description: 'Names of the tools for triggerIntegrationTool',
        },
        evidence: orNull(
          record({
            kind: {
              enum: ['own server', 'description', 'stand-in'],
              description: "The network's own server, its vendor's description, or a stand-in of ours alone",
            },
            what: text('What Crier is tried against'),
            not: text('What that cannot say'),
            since: text('The day of that evidence'),
            doubt: textOrNull('What of it is in doubt'),
          }),
          'Who says that what Crier sends is right',
        ),
      }),
    ),
  },
  errors: [],
  handler: listNetworksHandler,
} as const satisfies Operation;

function listNetworksHandler(context: Context): (ctx: AppContext) => void {
  return (ctx) => {
    ctx.body = offeredProviders(context)
      .map(describeNetwork)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  };
}
