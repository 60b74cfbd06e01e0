import { toPlainText } from '../../../../providers/_kit/text.ts';
import { idParam } from '../../../platform/ids.ts';
import type { PostState } from '../../../../temporal/contract/post-states.ts';
import { PROGRAM } from '../command.ts';
import type { Lists, PostDetail } from '../instance/instance.ts';
import { cut, shortDate, table, type Answer } from '../output.ts';

/** One post as in GET /public/v1/posts/{id}; on the machine of the instance, also a cancelled one. */
export async function showPost(instance: Lists, typedId: string): Promise<Answer> {
  const post = await instance.showPost(idParam(typedId));
  return { json: post, lines: postLines(post) };
}

/** What a person can do about a post that needs one. */
const DECISIONS: Partial<Record<PostState, (id: string) => string>> = {
  unconfirmed: (id) => `${PROGRAM} posts resolve ${id} --published | --resend | --drop`,
  missed: (id) => `${PROGRAM} posts retry ${id} publishes it now; ${PROGRAM} posts cancel ${id} drops it`,
  failed: (id) => `${PROGRAM} posts retry ${id} tries again`,
};

/** A post for people: facts, parts, timeline. */
export function postLines(post: PostDetail): string[] {
  const facts: (readonly [string, string | null])[] = [
    ['Post', post.id],
    ['Status', post.status.replace('_', ' ')],
    ['Channel', `${post.integration.name} on ${post.integration.providerIdentifier}`],
    ['Date', shortDate(post.publishDate)],
    ['Published', post.publishedAt && shortDate(post.publishedAt)],
    ['Lateness', post.latenessMs === null ? null : `${(post.latenessMs / 1000).toFixed(2)} s after its date`],
    ['Link', post.releaseURL],
    ['Held', post.hold && post.hold.message],
    ['Error', post.error && `${post.error.message} (${post.error.code})`],
    ['Decide', DECISIONS[post.status]?.(post.id) ?? null],
    ['Delayed', post.schedulingReason && post.schedulingReason.message],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value ? [`${name.padEnd(10)} ${value}`] : [])),
    '',
    ...partLines(post),
    '',
    ...table(
      ['TIME (UTC)', 'WHAT HAPPENED'],
      post.timeline.map((line) => [line.at.replace('T', ' ').replace('Z', ''), line.text]),
    ),
  ];
}

function partLines(post: PostDetail): string[] {
  const rows = post.items.map((item, index) => [
    String(index + 1),
    item.publishedAt ? 'published' : 'waiting',
    item.delay ? `${item.delay} min` : '-',
    String(item.image.length),
    cut(toPlainText(item.content), 80),
  ]);
  return table(['PART', 'STATUS', 'DELAY', 'MEDIA', 'TEXT'], rows);
}
