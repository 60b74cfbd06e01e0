import type { Statement } from '../../../platform/database.ts';
import { counted } from '../../../platform/counted.ts';
import { readStuckPosts, type StuckPost } from '../../../posts/read/read-stuck-posts.ts';
import { gatherFacts } from '../posts/explain-facts.ts';
import { readRun } from '../posts/explain-run.ts';
import { describeNext } from '../posts/explain-words.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** Posts that should have been published, with what they wait for, and posts that need a person. */
export async function checkPosts(
  deps: Pick<DoctorDeps, 'config' | 'database' | 'temporal'>,
): Promise<Finding[]> {
  const { database } = deps;
  const stuck = await readStuckPosts(database);
  if (!stuck.length) return [ok('Posts', 'none is stuck')];
  const ofKind = (kind: StuckPost['kind']): StuckPost[] => stuck.filter((p) => p.kind === kind);
  const overdue = ofKind('overdue');
  const publishing = ofKind('publishing');
  const unconfirmed = ofKind('unconfirmed');
  const missed = ofKind('missed');
  return [
    ...(overdue.length
      ? [
          fail(
            'Posts',
            `${overdue.length} should have been published more than 2 minutes ago`,
            `${await causes(deps, overdue)} ${explain(overdue)}`,
          ),
        ]
      : []),
    ...(publishing.length
      ? [
          fail(
            'Posts',
            `${publishing.length} being published for more than 10 minutes`,
            `${await causes(deps, publishing)} ${explain(publishing)}`,
          ),
        ]
      : []),
    ...(unconfirmed.length
      ? [
          warn(
            'Posts',
            `${unconfirmed.length} unconfirmed: sent, but the network's answer was lost`,
            `Check on the network whether they were published. ${explain(unconfirmed)}`,
          ),
        ]
      : []),
    ...(missed.length
      ? [
          warn(
            'Posts',
            `${missed.length} missed: too late to be published without asking`,
            `Publish each now (posts retry) or drop it (posts cancel). ${explain(missed)}`,
          ),
        ]
      : []),
  ];
}

/** How many of them are looked at; they nearly always wait for the same. */
const LOOK_AT = 3;

/** What the first of them wait for, as `posts explain` shows it. */
async function causes(
  deps: Pick<DoctorDeps, 'config' | 'database' | 'temporal'>,
  posts: readonly StuckPost[],
): Promise<string> {
  const sentences = await Promise.all(
    posts.slice(0, LOOK_AT).map(async ({ id, organizationId }) => {
      const facts = await gatherFacts(deps, { organizationId, postId: id });
      return describeNext(facts, await readRun(deps, facts.groupId));
    }),
  );
  return [...new Set(sentences)].map((text) => text.charAt(0).toUpperCase() + text.slice(1)).join(' ');
}

function explain(posts: readonly StuckPost[]): string {
  return `See npm run crier -- posts explain ${posts[0]?.id}`;
}

const HELD: Statement = {
  name: 'doctor-held',
  text: `
    select count(*) filter (where hold = 'channel')::int as channel,
      count(*) filter (where hold = 'frozen')::int as frozen,
      (select value ->> 'reason' from instance_state where key = 'frozen') as reason,
      (select count(*)::int from organization where frozen_at is not null and moved_at is null) as organizations
    from post
    where hold is not null`,
};

/** Whether publishing is frozen, and how many posts are held because of that or of a channel. */
export async function checkFreeze({ database }: Pick<DoctorDeps, 'database'>): Promise<Finding> {
  const [held] = await database.query<{
    channel: number;
    frozen: number;
    reason: string | null;
    organizations: number;
  }>(HELD);
  const waiting = `${counted(held?.frozen ?? 0, 'due post')} held`;
  if (held?.reason) {
    return warn(
      'Freeze',
      `publishing is frozen: ${held.reason} (${waiting})`,
      'Run npm run crier -- resume --all: it shows what is due and asks what to do with it',
    );
  }
  if (held?.organizations) {
    return warn(
      'Freeze',
      `publishing is frozen for ${counted(held.organizations, 'organisation')} (${waiting})`,
      'Run npm run crier -- resume --organization NAME',
    );
  }
  if (held?.channel) {
    return warn(
      'Freeze',
      `${counted(held.channel, 'due post')} held because of their channel`,
      'Reconnect the channels named above; the posts are then published',
    );
  }
  return ok('Freeze', 'nothing is frozen or held');
}
