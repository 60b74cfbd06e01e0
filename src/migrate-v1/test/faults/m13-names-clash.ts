import { breaking } from './scene.ts';
import { complete } from './steps.ts';

/** A record that cannot be copied: a trigger here refuses it, as a clash of names would. */
const CLASH = `create function refuse_names() returns trigger language plpgsql as
  $$begin raise exception 'names clash'; end$$`;
const REFUSE =
  'create trigger names_clash before insert or update on tag for each row execute function refuse_names()';

export const namesClash = breaking({
  id: 'M13',
  title: 'A record of v1 cannot be copied at the cutover: before v1 is stopped, and after it',
  promise: 'a record cannot be copied at the cutover: v1 is not stopped, or goes on by itself',
  by: 'command line',
  async cuttingOver({ world, old, operator, inPhase }) {
    const { database } = world.instance.context;
    const run = (text: string): Promise<unknown> =>
      database.query({ name: `faults-${text.slice(0, 40)}`, text });
    await run(CLASH);
    const change = `update "Tags" set name = name || '!' where id in (select min(id) from "Tags" group by "orgId")`;
    const mustGoOn = async (when: string): Promise<void> => {
      const [marked] = await old.v1.query<{ count: number }>(
        `select count(*)::int as count from "Post" where "deletedAt" is not null`,
      );
      world.must(
        marked?.count === 0,
        `${when} ${marked?.count} posts are stopped in v1, and nobody sends them`,
      );
    };
    await run(REFUSE);
    await old.v1.query(change);
    const before = await operator.begin('cutover').ended;
    world.must(!before.ok, 'a cutover went on although a record could not be copied');
    await mustGoOn('before the stop');
    await run('drop trigger names_clash on tag');
    await inPhase('stopping', async () => {
      await run(REFUSE);
      await old.v1.query(change);
    });
    await mustGoOn('after the stop');
    await run('drop trigger names_clash on tag');
    await complete(operator, 'copy');
  },
});
