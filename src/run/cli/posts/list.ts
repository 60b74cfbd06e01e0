import { parseDate } from '../../../platform/parse-date.ts';
import { toPlainText } from '../../../../providers/_kit/text.ts';
import type { PostState } from '../../../../temporal/contract/post-states.ts';
import type { Lists } from '../instance/instance.ts';
import { cut, shortDate, table, type Answer } from '../output.ts';

export interface ListOptions {
  readonly from?: string;
  readonly to?: string;
  readonly state?: PostState;
}

const WEEK_MS = 7 * 86_400_000;

/** Posts by date, oldest first; JSON `{"posts": […]}`, each as in GET /public/v1/posts. */
export async function listPosts(lists: Lists, options: ListOptions): Promise<Answer> {
  const { from, to } = options;
  // The zone is asked for only where a date may need it.
  const zone = from || to ? (await lists.readState()).timeZone : 'UTC';
  const posts = await lists.listPosts({
    from: from ? parseDate(from, '--from', zone) : new Date(Date.now() - WEEK_MS),
    to: to ? parseDate(to, '--to', zone) : undefined,
    state: options.state,
  });
  const cells = posts.map((p) => [
    p.id,
    p.status,
    shortDate(p.publishDate),
    cut(p.integration.name, 24),
    cut(toPlainText(p.content), 60),
  ]);
  const inState = options.state ? ` in the state ${options.state}` : '';
  const period = options.from || options.to ? 'between these dates' : 'from a week ago onwards';
  return {
    json: { posts },
    lines: posts.length
      ? table(['ID', 'STATUS', 'DATE', 'CHANNEL', 'TEXT'], cells)
      : [`No posts${inState} ${period}`],
  };
}
