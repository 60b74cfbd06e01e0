import { afterEach, describe, expect, it } from '@jest/globals';
import { sql } from '../../test/factories.ts';
import { rollBack } from './roll-back.ts';
import {
  crier,
  inV1,
  makeDue,
  migration,
  organization,
  run,
  useCutoverWorld,
  v1,
} from '../test/cutover-world.ts';

useCutoverWorld();

describe('A cutover that fails', () => {
  const refuse = async (): Promise<void> => {
    await sql(
      crier,
      `create or replace function refuse_names() returns trigger language plpgsql as
        $$begin raise exception 'names clash'; end$$`,
    );
    await sql(
      crier,
      'create trigger names_clash before insert or update on integration for each row execute function refuse_names()',
    );
  };
  const allow = (): Promise<unknown> => sql(crier, 'drop trigger if exists names_clash on integration');
  afterEach(allow);
  const rename = (): Promise<unknown> =>
    v1.query(`update "Integration" set name = name || '!' where "organizationId" = $1`, [
      v1.organizations[1]?.id,
    ]);

  it('before it has stopped anything has not touched v1', async () => {
    await refuse();
    await rename();
    await expect(run()).rejects.toThrow('names clash');
    const { phase, stoppedMs } = await organization();
    expect([await inV1(), phase, stoppedMs]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, 'copying', null]);
  });

  it('names a post that is not here as it is in v1, and stops nothing', async () => {
    await sql(
      crier,
      `create or replace function lose_digest() returns trigger language plpgsql as
        $$begin new.digest = 'none'; return new; end$$`,
    );
    await sql(
      crier,
      `create trigger lost before insert or update on legacy_id for each row when (new.kind = 'post') execute function lose_digest()`,
    );
    await v1.query(`update "Post" set content = content || '!' where state = 'QUEUE'`);
    await expect(run()).rejects.toThrow(/records of "Organisation 1" are not here as they are in v1 \(post /);
    await sql(crier, 'drop trigger lost on legacy_id');
    expect(await inV1()).toEqual({ QUEUE: 5, PUBLISHED: 10 });
  });

  it('after the stop gives the organisation back to v1 by itself, and says so', async () => {
    let broken: Promise<unknown> | undefined;
    const say = (line: string): void => {
      if (line.includes('stopped ')) broken ??= refuse().then(rename);
    };
    await makeDue([1]);
    await expect(run({ say, graceMs: 1500 })).rejects.toThrow(
      /names clash.* v1 publishes for "Organisation 1" again/,
    );
    await broken;
    const { phase, problem, publishes } = await organization();
    expect([await inV1(), phase, publishes]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, 'copying', 'v1']);
    expect(problem).toMatch(/names clash/);
    await allow();
    expect(await run()).toMatchObject({ waiting: 4, doubtful: 1 });
    expect((await organization()).problem).toBeNull();
  });

  it('and cannot give back says what to type, in the error and in the status', async () => {
    const name = new URL(v1.url).pathname.slice(1);
    let broken: Promise<unknown> | undefined;
    const say = (line: string): void => {
      if (!line.includes('stopped ')) return;
      broken ??= refuse()
        .then(() => v1.query(`alter database "${name}" set default_transaction_read_only = on`))
        .then(rename);
    };
    const id = (await organization()).id;
    await makeDue([1]);
    await expect(run({ say, graceMs: 1500 })).rejects.toThrow(
      new RegExp(`Nobody publishes for "Organisation 1" now.*migrate-v1 rollback --organization ${id} --yes`),
    );
    await broken;
    expect((await organization()).problem).toContain(`migrate-v1 rollback --organization ${id} --yes`);
    await v1.query(`alter database "${name}" set default_transaction_read_only = off`);
    expect(await rollBack(migration, await organization())).toBe(5);
  });
});
