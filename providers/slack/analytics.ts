/** The numbers of a message. */
import type { Metric, Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, tokenOf } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/**
 * The reactions to a message, and the members of its conversation, who can see it. Slack shows apps nothing
 * else about a message, and no numbers of a workspace: so there is no `analytics`.
 */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { channel: conversation, ts } = published.ref as { channel: string; ts: string };
  const { scopes } = channel.details;
  if (Array.isArray(scopes) && !scopes.includes('reactions:read')) {
    throw new Rejected(sentence('slack_lacks_scopes', { count: 1, scopes: ['reactions:read'] }), {
      networkCode: 'missing_scope',
    });
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
