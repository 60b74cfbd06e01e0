/** What a person may want to read: the conversations of the workspace, and the numbers of a message. */
import type { Json, Metric, Provider, ProviderTool } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, tokenOf } from './api.ts';

const PAGE = 1000;
/** More conversations than a person can choose from; `conversations.list` allows 20 calls a minute. */
const MOST_PAGES = 10;

interface Page {
  readonly channels: readonly {
    readonly id: string;
    readonly name: string;
    readonly is_private?: boolean;
    readonly is_member?: boolean;
  }[];
  readonly response_metadata?: { readonly next_cursor?: string };
}

/** The conversations that a post can go to: all public ones, and the private ones that the app is in. */
const channels: ProviderTool = {
  description: 'Channels of the workspace; `id` is what settings.channel takes',
  inputSchema: { type: 'object', additionalProperties: false },
  async run(channel, _input, ctx) {
    const found: Json[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const { body } = await call<Page>(tokenOf(channel), ctx, 'conversations.list', {
        form: { types: 'public_channel,private_channel', exclude_archived: true, limit: PAGE, cursor },
      });
      found.push(
        ...body.channels.map((c) => ({
          id: c.id,
          name: c.name,
          private: c.is_private === true,
          member: c.is_member === true,
        })),
      );
      cursor = body.response_metadata?.next_cursor || undefined;
      if (!cursor) break;
    }
    return found;
  },
};

export const tools = { channels } as const;

/**
 * Reactions to a message, and the members of its conversation, who are all that can see it. Slack shows apps
 * nothing more of a message, and nothing of a workspace as an account: so there is no `analytics`.
 */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { channel: conversation, ts } = published.ref as { channel: string; ts: string };
  const { scopes } = channel.details;
  if (Array.isArray(scopes) && !scopes.includes('reactions:read')) {
    throw new Rejected(
      'The app lacks the bot scope reactions:read: add it, reinstall the app, and connect the channel again',
      { networkCode: 'missing_scope' },
    );
  }
  const token = tokenOf(channel);
  const reactions = await call<{ message?: { reactions?: { count: number }[] } }>(
    token,
    ctx,
    'reactions.get',
    { form: { channel: conversation, timestamp: ts, full: true } },
  );
  const info = await call<{ channel: { num_members?: number } }>(token, ctx, 'conversations.info', {
    form: { channel: conversation, include_num_members: true },
  });
  const metrics: Metric[] = [
    {
      label: 'Reactions',
      total: (reactions.body.message?.reactions ?? []).reduce((sum, { count }) => sum + count, 0),
    },
  ];
  if (typeof info.body.channel.num_members === 'number') {
    metrics.push({ label: 'Members', total: info.body.channel.num_members });
  }
  return metrics;
};
