import pg from 'pg';
import { eventually } from '../instance.ts';
import type { Fault } from './fault.ts';

/** Sessions that wait for a lock, except the one that asks. */
const WAITING =
  "select pid from pg_stat_activity where datname = current_database() and application_name = 'crier-worker' and wait_event_type = 'Lock'";

export const connectionCut: Fault = {
  id: 'F9b',
  title: 'PostgreSQL ends the connection while the result of a send is stored',
  promise: 'a connection cut while the result is stored: the post is not sent again',
  async run(world) {
    const { client, network, processes } = world;
    await processes.start('api');
    await processes.start('worker');
    const session = new pg.Client({ connectionString: world.instance.env.DATABASE_URL });
    await session.connect();
    try {
      await network.arm({ kind: 'slow', seconds: 2 });
      await client.create({ dueInMs: 1500 });
      await eventually('the network has the post', async () => (await network.ledger()).length === 1);
      // The lock delays the statement that stores the result; then its connection is cut, and all others keep
      // working.
      await session.query('begin');
      await session.query('select 1 from publish_attempt for update');
      const waiting = await eventually(
        'the result is being stored',
        async () => (await session.query<{ pid: number }>(WAITING)).rows[0],
      );
      await session.query('select pg_terminate_backend($1)', [waiting.pid]);
      await session.query('rollback');
    } finally {
      await session.end();
    }
  },
};
