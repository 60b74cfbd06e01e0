import { toPlainText } from '../../../providers/_kit/text.ts';
import { idParam } from '../../platform/validation.ts';
import type { PostState } from '../../../temporal/contract.ts';
import { PROGRAM } from '../command.ts';
import type { Instance, PostDetail } from '../instance/instance.ts';
import { cut, shortDate, table, type Answer } from '../output.ts';

/** One post as GET /public/v1/posts/{id} shows it; on the machine of the instance a cancelled one too. */
export async function showPost(instance: Instance, typedId: string): Promise<Answer> {
  const post = await instance.showPost(idParam(typedId));
  return { json: post, lines: postLines(post) };
}

/** What a person can do about a post that waits for one. */
const DECISIONS: Partial<Record<PostState, (id: string) => string>> = {
  unconfirmed: (id) => `${PROGRAM} posts resolve ${id} --published | --resend | --drop`,
  missed: (id) => `${PROGRAM} posts retry ${id} sends it now; ${PROGRAM} posts cancel ${id} removes it`,
  failed: (id) => `${PROGRAM} posts retry ${id} publishes it again`,
};

/** A post for a person: facts, parts, timeline. */
export function postLines(post: PostDetail): string[] {
  const facts: (readonly [string, string | null])[] = [
    ['Post', post.id],
    ['State', post.status.replace('_', ' ')],
    ['Channel', `${post.integration.name} at ${post.integration.providerIdentifier}`],
    ['Date', shortDate(post.publishDate)],
    ['Published', post.publishedAt && shortDate(post.publishedAt)],
    ['Lateness', post.latenessMs === null ? null : `${(post.latenessMs / 1000).toFixed(2)} s after its date`],
    ['Address', post.releaseURL],
    ['Waits', post.hold && post.hold.message],
    ['Problem', post.error && `${post.error.message} (${post.error.code})`],
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
    item.publishedAt ? 'out' : 'waits',
    item.delay ? `${item.delay} min` : '-',
    String(item.image.length),
    cut(toPlainText(item.content), 80),
  ]);
  return table(['PART', 'STATE', 'DELAY', 'MEDIA', 'TEXT'], rows);
}
