import type { Statement } from '../../platform/database.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

// A thread waits between its parts in the state publishing: that wait is no standstill.
const STUCK: Statement = {
  name: 'doctor-stuck-posts',
  text: `select p.id, case p.state when 'scheduled' then 'overdue' else p.state end as kind from post p
    where p.deleted_at is null and p.hold is null and (
      (p.state = 'scheduled' and p.publish_at < now() - interval '2 minutes')
      or p.state in ('unconfirmed', 'missed')
      or (p.state = 'publishing' and p.updated_at + interval '1 minute' * coalesce(
        (select i.delay_minutes from post_item i where i.post_id = p.id and i.published_at is null order by i.position limit 1), 0) < now() - interval '10 minutes'))
    order by p.publish_at`,
};

interface StuckPost {
  readonly id: string;
  readonly kind: 'overdue' | 'publishing' | 'unconfirmed' | 'missed';
}

/** Posts that should be out, or that wait for a person. */
export async function checkPosts({ database }: Pick<DoctorDeps, 'database'>): Promise<Finding[]> {
  const stuck = await database.query<StuckPost>(STUCK);
  if (!stuck.length) return [ok('Posts', 'none is stuck')];
  const of = (kind: StuckPost['kind']): StuckPost[] => stuck.filter((p) => p.kind === kind);
  const [overdue, publishing, unconfirmed, missed] = [
    of('overdue'),
    of('publishing'),
    of('unconfirmed'),
    of('missed'),
  ];
  return [
    ...(overdue.length
      ? [
          fail(
            'Posts',
            `${overdue.length} should have gone out more than 2 minutes ago`,
            `The lines about worker, Temporal and outbox say why; once they are well these posts go out. ${show(overdue)}`,
          ),
        ]
      : []),
    ...(publishing.length
      ? [
          fail(
            'Posts',
            `${publishing.length} being published for more than 10 minutes`,
            `The network is slow, asks to wait, or no worker serves it. ${show(publishing)}`,
          ),
        ]
      : []),
    ...(unconfirmed.length
      ? [
          warn(
            'Posts',
            `${unconfirmed.length} may be out or not: the network's answer was lost`,
            `Look at the network whether they are there. ${show(unconfirmed)}`,
          ),
        ]
      : []),
    ...(missed.length
      ? [
          warn(
            'Posts',
            `${missed.length} missed: found too late to be sent without asking`,
            `Send each now (posts retry) or let it be (posts cancel). ${show(missed)}`,
          ),
        ]
      : []),
  ];
}

function show(posts: readonly StuckPost[]): string {
  return `See npm run crier -- posts explain ${posts[0]?.id}`;
}

const HELD: Statement = {
  name: 'doctor-held',
  text: `select count(*) filter (where hold = 'channel')::int as channel, count(*) filter (where hold = 'frozen')::int as frozen,
    (select value ->> 'reason' from instance_state where key = 'frozen') as reason, (select count(*)::int from organization where frozen_at is not null) as organizations from post where hold is not null`,
};

/** Whether anything is frozen, and what waits because of it or because of a channel. */
export async function checkFreeze({ database }: Pick<DoctorDeps, 'database'>): Promise<Finding> {
  const [held] = await database.query<{
    channel: number;
    frozen: number;
    reason: string | null;
    organizations: number;
  }>(HELD);
  const waiting = `${held?.frozen ?? 0} due posts wait`;
  if (held?.reason) {
    return warn(
      'Freeze',
      `nothing is published: ${held.reason} (${waiting})`,
      'npm run crier -- resume --all shows what is due and asks what to do with it',
    );
  }
  if (held?.organizations) {
    return warn(
      'Freeze',
      `${held.organizations} frozen organisations (${waiting})`,
      'npm run crier -- resume --organization NAME',
    );
  }
  if (held?.channel) {
    return warn(
      'Freeze',
      `${held.channel} due posts wait for a channel`,
      'Connect the channels again that the lines above name; the posts go on by themselves',
    );
  }
  return ok('Freeze', 'nothing is held back');
}
