import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Metric, Provider } from '../providers/_kit/contract.ts';
import {
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
} from '../providers/_kit/errors.ts';
import { UNKNOWN_ID, buildPost, countRows, createOne, setState, sql } from '../src/test/factories.ts';
import { insertChannel } from '../src/test/insert-channel.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import type { NumbersState } from '../temporal/contract/collect-numbers.ts';
import { collectNumbers, untilOwnTime } from './collect-numbers.ts';
import type { ActivityDeps } from './deps.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('the numbers of a channel', () => {
  let crier: TestInstance;
  let deps: ActivityDeps;
  let channel: string;
  /** What the network was asked for, in order: the account, or a post by its id there. */
  let asked: string[];
  /** What it answers; the default is one number. */
  let answer: (source: string) => readonly Metric[];
  let sandbox: Provider;

  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    sandbox = crier.context.providers.get('sandbox') as Provider;
  });
  beforeEach(async () => {
    asked = [];
    stop = new AbortController();
    answer = () => [{ label: 'Likes', total: 7 }];
    await sql(crier, 'delete from post_group');
    await sql(crier, 'delete from integration');
    await sql(crier, 'update organization set numbers_asked_at = now()');
    channel = await insertChannel(crier, 'sandbox', { credentials: { token: 'first' } });
    use({});
  });
  afterAll(() => crier?.stop());

  const ask = async (source: string): Promise<readonly Metric[]> => {
    asked.push(source);
    return Promise.resolve(answer(source));
  };
  /** The network, with what differs from one that shows numbers of accounts and posts. */
  const use = (different: Partial<Provider>): void => {
    const provider: Provider = {
      ...sandbox,
      analytics: () => ask('account'),
      postAnalytics: (_, { id }) => ask(id),
      refresh: () => Promise.resolve({ credentials: { token: 'renewed' }, expiresAt: null }),
      ...different,
    };
    deps = {
      ...crier.context,
      providerEnv: crier.context.config.providerEnv,
      providers: new Map([['sandbox', provider]]),
    };
  };
  let stop: AbortController;
  const collect = (integrationId = channel): Promise<NumbersState> =>
    collectNumbers({
      stopping: stop.signal,
      deps,
      channel: { integrationId },
      signal: AbortSignal.timeout(30_000),
      pauseMs: 0,
    });
  const waitOf = async (): Promise<number> => {
    const state = await collect();
    return state.status === 'wait' ? state.waitMs : Number.NaN;
  };
  /** Publishes posts that are the given number of days old; each has its name as its id on the network. */
  const publish = async (posts: Readonly<Record<string, number>>): Promise<void> => {
    for (const [name, days] of Object.entries(posts)) {
      const id = await createOne(crier, buildPost(channel));
      await setState(crier, id, 'published');
      await sql(
        crier,
        "update post set release_id = $2, published_at = now() - $3 * interval '1 day' where id = $1",
        [id, name, days],
      );
      await sql(crier, "update post_item set release_id = $2, ref = '{}' where post_id = $1", [id, name]);
    }
  };
  const later = (): Promise<unknown> =>
    sql(crier, "update numbers_run set due_at = now() - interval '1 second'");
  const runRow = async (): Promise<Record<string, unknown>> =>
    (await sql<Record<string, unknown>>(crier, 'select * from numbers_run'))[0] ?? {};
  const kept = (): Promise<{ label: string; total: number; post: string | null }[]> =>
    sql(
      crier,
      `select label, total, p.release_id as post
        from metric_day m
        left join post p on p.id = m.post_id
        order by p.release_id nulls first, label`,
    );

  describe('are read', () => {
    it('with those of its posts, the newest first, and kept for the day', async () => {
      await publish({ older: 3, newest: 0, oldest: 29 });
      expect(await collect()).toMatchObject({ status: 'wait', read: 4 });
      expect(asked).toEqual(['account', 'newest', 'older', 'oldest']);
      expect(await kept()).toEqual(
        [null, 'newest', 'older', 'oldest'].map((post) => ({ label: 'Likes', total: 7, post })),
      );
    });

    it('but not of posts that are older than 30 days, have no id on the network, or are deleted', async () => {
      await publish({ old: 31, missing: 1, deleted: 1, seen: 1 });
      await sql(crier, "update post set deleted_at = now() where release_id = 'deleted'");
      await sql(crier, "update post_item set release_id = null where release_id = 'missing'");
      await collect();
      expect(asked).toEqual(['account', 'seen']);
    });

    it('of fifty posts at most', async () => {
      await publish({ one: 1 });
      await sql(
        crier,
        `with p as (
          insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at,
            settings, release_id, published_at)
          select gen_random_uuid(), post_group_id, organization_id, integration_id, public_group, state,
            publish_at, settings, 'n' || n, published_at - n * interval '1 minute'
          from post, generate_series(1, 60) n
          returning id, release_id
        )
        insert into post_item (id, post_id, position, content, release_id)
        select gen_random_uuid(), id, 0, '', release_id
        from p`,
      );
      expect(await collect()).toMatchObject({ read: 51 });
      expect([asked.length, asked.slice(0, 3)]).toEqual([51, ['account', 'one', 'n1']]);
    });

    it('once a day: one that comes too early has to wait', async () => {
      await collect();
      const waitMs = await waitOf();
      expect(waitMs).toBeGreaterThan(55 * MINUTE);
      expect(waitMs).toBeLessThanOrEqual(25 * HOUR);
      expect(asked).toEqual(['account']);
      await later();
      await collect();
      expect(asked).toEqual(['account', 'account']);
    });

    it('by the day where the network reports them so, marked as numbers that can be summed', async () => {
      answer = () => [{ label: 'Views', total: 9, days: [{ day: '2031-05-04', total: 9 }] }];
      await collect();
      expect(await sql(crier, 'select day::text, total, per_day from metric_day')).toEqual([
        { day: '2031-05-04', total: 9, per_day: true },
      ]);
    });
  });

  describe('are no longer read', () => {
    it.each([
      ['update integration set deleted_at = now()', 'the channel was deleted'],
      ['update integration set disabled = true', 'the channel is disabled'],
      ['update integration set refresh_needed = true', 'the channel must be reconnected'],
      ["update integration set provider = 'devto'", 'the numbers of the network are not read daily'],
      [
        "update organization set numbers_asked_at = now() - interval '31 days'",
        'nobody has looked at numbers for 30 days',
      ],
      ['update organization set numbers_asked_at = null', 'nobody has looked at numbers for 30 days'],
    ])('after "%s"', async (change, reason) => {
      await collect();
      await sql(crier, "update numbers_run set store_id = 'this store'");
      await sql(crier, change);
      expect(await collect()).toEqual({ status: 'ended', reason });
      expect([asked, (await runRow()).store_id]).toEqual([['account'], null]);
    });

    it('where the network charges for them and the operator has not asked for it', async () => {
      use({ readsNumbersDaily: () => false });
      expect(await collect()).toMatchObject({ status: 'ended' });
      use({ readsNumbersDaily: () => true });
      expect(await collect()).toMatchObject({ status: 'wait', read: 1 });
    });

    it('for a channel that does not exist', async () => {
      expect(await collect(UNKNOWN_ID)).toEqual({ status: 'ended', reason: 'the channel was deleted' });
    });
  });

  describe('wait', () => {
    it('as long as the network asks, and are then read on from where they stopped', async () => {
      await publish({ first: 0, second: 1 });
      answer = (source) => {
        if (source === 'second') throw new RateLimited('Slow down', new Date(Date.now() + 15 * MINUTE));
        return [{ label: 'Likes', total: 1 }];
      };
      const waitMs = await waitOf();
      expect(Math.round(waitMs / MINUTE)).toBe(15);
      expect(await waitOf()).toBeLessThanOrEqual(waitMs);
      answer = () => [{ label: 'Likes', total: 2 }];
      await later();
      expect(await collect()).toMatchObject({ read: 1 });
      expect(asked).toEqual(['account', 'first', 'second', 'second']);
    });

    it('for a limit of the channel and for a server that does not answer, without a call', async () => {
      await sql(
        crier,
        "insert into channel_limit (integration_id, until, reason) values ($1, now() + interval '20 minutes', 'limit')",
        [channel],
      );
      expect(Math.round((await waitOf()) / MINUTE)).toBe(20);
      await sql(crier, 'delete from channel_limit');
      await sql(
        crier,
        "insert into network_circuit (provider, host, failures, opened_at, probe_at, reason) values ('sandbox', '', 9, now(), now() + interval '5 seconds', 'away')",
      );
      expect(await waitOf()).toBe(MINUTE);
      await sql(crier, 'delete from network_circuit');
      expect(asked).toEqual([]);
    });

    it('a minute when the worker is to stop, and are then read on', async () => {
      await publish({ first: 0, second: 1 });
      answer = (source) => {
        if (source === 'first') stop.abort();
        return [{ label: 'Likes', total: 1 }];
      };
      expect(await collect()).toEqual({ status: 'wait', waitMs: MINUTE, read: 2 });
      stop = new AbortController();
      await later();
      await collect();
      expect(asked).toEqual(['account', 'first', 'second']);
    });

    it('no longer than most of a day: then all of them are read again', async () => {
      await publish({ first: 0 });
      answer = (source) => {
        if (source === 'first') throw new RateLimited('Slow down', new Date(Date.now() + 21 * HOUR));
        return [{ label: 'Likes', total: 1 }];
      };
      await collect();
      await later();
      await collect();
      expect(asked).toEqual(['account', 'first', 'first']);
      await later();
      await sql(crier, "update numbers_run set began_at = began_at - interval '21 hours'");
      await collect();
      expect(asked).toEqual(['account', 'first', 'first', 'account', 'first']);
    });

    it.each([
      ['nothing was sent', () => new Unsent('refused')],
      ['the answer was lost', () => new OutcomeUnknown('no answer')],
    ])('an hour when the network is away: %s', async (_, error) => {
      answer = () => {
        throw error();
      };
      expect(await waitOf()).toBe(HOUR);
      expect(await runRow()).toMatchObject({ read_at: null, problem: null });
    });
  });

  describe('that cannot be read', () => {
    it("leave the others alone, and the reason is kept with the network's message", async () => {
      await publish({ gone: 0, there: 1 });
      answer = (source) => {
        if (source === 'gone') throw new Rejected('No longer there');
        return [{ label: 'Likes', total: 1 }];
      };
      expect(await collect()).toMatchObject({ read: 2 });
      expect(await runRow()).toMatchObject({ problem: 'No longer there', began_at: null });
      answer = () => [];
      await later();
      await collect();
      expect(await runRow()).toMatchObject({ problem: null });
    });

    it('are given up for the day after three refusals in a row', async () => {
      await publish({ a: 0, b: 1, c: 2, d: 3 });
      answer = () => {
        throw new Rejected('Your plan does not include numbers');
      };
      expect(await waitOf()).toBeGreaterThanOrEqual(HOUR);
      expect(asked).toEqual(['account', 'a', 'b']);
      expect(await runRow()).toMatchObject({ problem: 'Your plan does not include numbers' });
    });
  });

  describe('are never in the way of publishing:', () => {
    it('no failure opens a circuit, makes posts of the channel wait, or flags the channel', async () => {
      await publish({ a: 0, b: 1, c: 2, d: 3 });
      for (const error of [
        () => new Unsent('refused'),
        () => new OutcomeUnknown('no answer'),
        () => new RateLimited('Slow down', new Date(Date.now() + HOUR)),
        () => new Rejected('no'),
        () => new TokenExpired('not for numbers'),
        () => new ChannelGone('not for numbers'),
      ]) {
        answer = () => {
          throw error();
        };
        await collect();
        await later();
      }
      expect(await sql(crier, 'select 1 from network_circuit')).toEqual([]);
      expect(await sql(crier, 'select 1 from channel_limit')).toEqual([]);
      expect(await sql(crier, 'select refresh_needed from integration')).toEqual([{ refresh_needed: false }]);
      expect(await countRows(crier, 'notification')).toBe(0);
    });

    it('expired credentials are renewed once, and the numbers read with the new ones', async () => {
      const tokens: (string | undefined)[] = [];
      use({
        analytics: ({ credentials }) => {
          tokens.push(credentials.token);
          if (credentials.token === 'first') throw new TokenExpired('expired');
          return ask('account');
        },
        refresh: () => Promise.resolve({ credentials: { token: 'second' }, expiresAt: null }),
      });
      expect(await collect()).toMatchObject({ read: 1 });
      expect(tokens).toEqual(['first', 'second']);
    });

    it('a channel whose credentials the network does not renew is flagged, and its numbers end', async () => {
      use({
        analytics: () => Promise.reject(new TokenExpired('expired')),
        refresh: () => Promise.reject(new ChannelGone('revoked')),
      });
      await collect();
      expect(await sql(crier, 'select refresh_needed from integration')).toEqual([{ refresh_needed: true }]);
      await later();
      expect(await collect()).toEqual({ status: 'ended', reason: 'the channel must be reconnected' });
    });
  });

  it('are due at a time of day that is the own one of each channel, at least an hour away', () => {
    const midnight = Date.parse('2031-05-04T00:00:00Z');
    const noon = '01900000-0000-7000-8000-000080000000';
    const dawn = '01900000-0000-7000-8000-000040000000';
    expect(untilOwnTime(midnight, noon)).toBe(12 * HOUR);
    expect(untilOwnTime(midnight, dawn)).toBe(6 * HOUR);
    expect(untilOwnTime(midnight + 11 * HOUR, noon)).toBe(HOUR);
    expect(untilOwnTime(midnight + 11.5 * HOUR, noon)).toBe(24.5 * HOUR);
    expect(untilOwnTime(midnight + 12 * HOUR, noon)).toBe(24 * HOUR);
    expect(untilOwnTime(midnight + 23.5 * HOUR, '01900000-0000-7000-8000-000000000000')).toBe(24.5 * HOUR);
  });
});
