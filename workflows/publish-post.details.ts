/**
 * What the Temporal UI shows of a publishing run while it lives: its posts by name, what each waits for, and
 * what a person can do. Markdown. Costs no event: the UI asks the run for it.
 */
import type { PublishMemo } from '../temporal/contract/search-attributes.ts';
import { utcMinute } from '../temporal/contract/words.ts';
import type { RunTarget } from './publish-post.state.ts';

/** The first ones; a request may have very many posts. */
const LISTED = 50;

export type Named = Pick<RunTarget, 'postId' | 'provider'>;

/** "Spring Café (mastodon)"; of a run without a memo, "mastodon". */
export function channelOf({ postId, provider }: Named, memo: PublishMemo | undefined): string {
  const channel = memo?.posts[postId]?.channel;
  return channel === undefined ? provider : `${channel} (${provider})`;
}

/** The name of a timer that ends when held posts are looked at again. */
export function holdSummary(held: readonly RunTarget[], memo: PublishMemo | undefined): string {
  const [first] = held;
  const until = `looked at again at ${utcMinute(Math.min(...held.map((t) => t.dueMs)))}`;
  if (!first || held.some((t) => t.hold === 'frozen')) return `held: publishing is frozen; ${until}`;
  return `held: ${channelOf(first, memo)} must be reconnected; ${until}`;
}

/** One line for each post of the run. */
export function detailsOf(targets: readonly RunTarget[], memo: PublishMemo | undefined): string {
  const lines = targets.slice(0, LISTED).map((target) => {
    const text = memo?.posts[target.postId]?.text;
    const message = text === undefined ? '' : `, “${escaped(text)}”`;
    return `- **${escaped(channelOf(target, memo))}**${message}: ${stateOf(target)}. ${linkTo(target, memo)}`;
  });
  const more = targets.length > LISTED ? [`- and ${targets.length - LISTED} more`] : [];
  return [...(memo ? [`Posts of **${escaped(memo.organization)}**`, ''] : []), ...lines, ...more].join('\n');
}

function linkTo({ postId }: RunTarget, memo: PublishMemo | undefined): string {
  return memo?.web ? `[Its page in Crier](${memo.web.replace(/\/$/, '')}/posts/${postId})` : `Post ${postId}`;
}

function stateOf(target: RunTarget): string {
  const { phase, provider, dueMs, postId, part, result, hold } = target;
  const which = part > 0 ? `part ${part + 1} ` : '';
  switch (phase) {
    case 'waiting':
      return `${which}waits until ${utcMinute(dueMs)}`;
    case 'held':
      return hold === 'frozen'
        ? '**held, because publishing is frozen**. It is published after `npm run crier -- resume`'
        : '**held until its channel is reconnected**. It is then published automatically';
    case 'publishing':
      return `${which}is being published`;
    case 'processing':
      return `${which}was accepted, and ${provider} is still processing it`;
    case 'verifying':
      return `${which}was sent, and the answer was lost: ${provider} is asked whether it arrived`;
    case 'needs a decision':
      return (
        `**a person must decide**. The answer to it was lost, and ${provider} cannot say whether it arrived. ` +
        `Nothing is sent again by itself. Look at the account, then decide on the post's page in Crier, or by ` +
        `\`npm run crier -- posts resolve ${postId}\` with \`--published\`, \`--resend\` or \`--drop\``
      );
    case 'done':
      return result?.outcome.replace('_', ' ') ?? 'ended';
  }
}

/** Text that people wrote, escaped so that none of it is taken for Markdown. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>()#+!|~&-]/g, String.raw`\$&`);
