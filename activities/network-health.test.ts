import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationFailure } from '@temporalio/common';
import type { Provider } from '../providers/_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../providers/_kit/errors.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { insertChannel } from '../src/test/insert-channel.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { ActivityDeps } from './deps.ts';
import { OPENS_AFTER, newsOf } from './network-health.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

const REFUSED = 'Could not reach down.example: ECONNREFUSED';
const refused = (): Error => new Unsent(REFUSED, { networkCode: 'ECONNREFUSED' });
const HOUR = 3_600_000;

describe('a network that would not take a post', () => {
  let crier: TestInstance;
  let deps: ActivityDeps;
  let provider: Provider;
  /** The token that the network takes; it is renewed by `renew`. Null: any. */
  let valid: string | null;
  let renew: () => Promise<void>;
  let renewals: number;
  /** What the network does with a call, by the name of the channel. */
  let answers: Map<string, () => Error | null>;
  let calls: string[];

  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const sandbox = crier.context.providers.get('sandbox');
    if (!sandbox) throw new Error('no sandbox');
    provider = {
      ...sandbox,
      async refresh() {
        renewals++;
        await renew();
        return { credentials: { token: valid ?? '' }, expiresAt: new Date(Date.now() + HOUR) };
      },
      async publish(request) {
        calls.push(request.channel.name);
        if (valid && request.channel.credentials.token !== valid) throw new TokenExpired('Expired');
        const failure = answers.get(request.channel.name)?.();
        if (failure) throw failure;
        return { status: 'published', published: { id: request.item.id, url: null, ref: null } };
      },
    };
    deps = {
      ...crier.context,
      providerEnv: crier.context.config.providerEnv,
      providers: new Map([['sandbox', provider]]),
    };
  });
  beforeEach(() => {
    valid = null;
    renewals = 0;
    renew = () => Promise.resolve();
    answers = new Map();
    calls = [];
  });
  afterAll(() => crier?.stop());

  const connect = async (name: string, host: string): Promise<string> => {
    const id = await insertChannel(crier, 'sandbox', { name, credentials: { token: 'a-token' } });
    await sql(crier, 'update integration set host = $2 where id = $1', [id, host]);
    return id;
  };
  const duePosts = async (channel: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await createOne(crier, buildPost(channel)));
    await sql(crier, 'update post set publish_at = now() where id = any($1)', [ids]);
    return ids;
  };
  const publish = (postId: string): Promise<PartOutcome | ApplicationFailure> =>
    publishPart({
      deps,
      provider,
      part: { postId, position: 0 },
      signal: AbortSignal.timeout(HOUR),
      untilShutdown: AbortSignal.timeout(HOUR),
    }).catch((error: unknown) => error as ApplicationFailure);
  const inTurn = async (ids: readonly string[]): Promise<(PartOutcome | ApplicationFailure)[]> => {
    const results = [];
    for (const id of ids) results.push(await publish(id));
    return results;
  };
  /** The time of the next probe has come; after it, the next one is a minute away. */
  const probeNow = (host: string): Promise<unknown> =>
    sql(
      crier,
      'update network_circuit set probe_at = now(), failures = 20 where host = $1 and probe_at is not null',
      [host],
    );
  const timelineOf = (postId: string): Promise<{ kind: string; detail: Record<string, unknown> }[]> =>
    sql(crier, "select kind, detail from post_event where post_id = $1 and kind <> 'accepted' order by id", [
      postId,
    ]);
  const states = async (ids: readonly string[]): Promise<Record<string, number>> => {
    const rows = await sql<{ state: string; n: number }>(
      crier,
      'select state, count(*)::int as n from post where id = any($1) group by state',
      [ids],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };

  it('because its server is away is called by one post at a time, and by all once it answers', async () => {
    const ids = await duePosts(await connect('Down', 'down.example'), 40);
    const other = await duePosts(await connect('Up', 'up.example'), 1);
    answers.set('Down', refused);
    await inTurn(ids.slice(0, OPENS_AFTER));
    // However often all of them ask, nobody calls before the time of the probe.
    await sql(crier, "update network_circuit set probe_at = now() + interval '30 minutes' where host = $1", [
      'down.example',
    ]);
    for (const result of await Promise.all(ids.map(publish))) {
      expect(result).toMatchObject({
        type: 'Unsent',
        message: expect.stringMatching(/^Nothing was sent/),
        nonRetryable: false,
      });
    }
    expect(calls).toHaveLength(OPENS_AFTER);
    // When it has come, one of all that ask at once calls.
    for (let probe = 1; probe <= 3; probe++) {
      await probeNow('down.example');
      await Promise.all(ids.map(publish));
      expect(calls).toHaveLength(OPENS_AFTER + probe);
    }
    expect(await inTurn(other)).toEqual([expect.objectContaining({ status: 'published' })]);

    answers.delete('Down');
    await probeNow('down.example');
    await inTurn(ids);
    expect(await states(ids)).toEqual({ published: 40 });
    expect(await sql(crier, 'select 1 from network_circuit')).toEqual([]);
    expect(calls.filter((name) => name === 'Down')).toHaveLength(OPENS_AFTER + 3 + 40);
  }, 120_000);

  it('has one line in each timeline, with a count', async () => {
    const [tries = '', waits = ''] = await duePosts(await connect('Away', 'away.example'), 2);
    answers.set('Away', refused);
    for (let n = 0; n < 12; n++) {
      await publish(tries);
      await probeNow('away.example');
    }
    await sql(crier, "update network_circuit set probe_at = now() + interval '30 minutes'");
    for (let n = 0; n < 12; n++) await publish(waits);
    expect(calls).toHaveLength(12);
    expect(await timelineOf(tries)).toEqual([
      { kind: 'claimed', detail: expect.anything() },
      { kind: 'request_sent', detail: expect.anything() },
      {
        kind: 'will_retry',
        detail: { part: 1, reason: REFUSED, times: 12, since: expect.stringMatching(/^20.*Z$/) },
      },
    ]);
    expect(await timelineOf(waits)).toEqual([{ kind: 'will_retry', detail: { part: 1, reason: REFUSED } }]);
    const page = await crier.call<{ timeline: { text: string }[] }>('GET', `/posts/${tries}`);
    expect(page.body.timeline.at(-1)?.text).toMatch(
      /^Nothing was sent; it will be tried again: .* \(12 times since 20.* UTC\)$/,
    );
    // What is different is a line of its own.
    answers.set(
      'Away',
      () => new Unsent('Could not reach away.example: ENOTFOUND', { networkCode: 'ENOTFOUND' }),
    );
    await probeNow('away.example');
    await publish(tries);
    expect((await timelineOf(tries)).map((e) => e.kind)).toEqual([
      'claimed',
      'request_sent',
      'will_retry',
      'claimed',
      'request_sent',
      'will_retry',
    ]);
  }, 60_000);

  it('asks waiting posts back after the next probe, spread by their number', async () => {
    const [id = ''] = await duePosts(await connect('Many', 'many.example'), 1);
    await sql(
      crier,
      `insert into network_circuit (provider, host, failures, opened_at, probe_at, waiting, reason)
        values ('sandbox', 'many.example', 9, now(), now() + interval '10 seconds', 10000, 'away')`,
    );
    const delays = [];
    for (let n = 0; n < 30; n++) {
      const refusal = await publish(id);
      delays.push(Number((refusal as ApplicationFailure).nextRetryDelay));
    }
    expect(Math.min(...delays)).toBeGreaterThan(1000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(510_000);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(60_000);
  });

  it('because it limits the account is not called again before its time, by no post of the channel', async () => {
    const limited = await duePosts(await connect('Limited', 'limits.example'), 20);
    const free = await duePosts(await connect('Free', 'limits.example'), 1);
    const resetAt = new Date(Date.now() + HOUR / 2);
    answers.set('Limited', () => new RateLimited('Slow down', resetAt));
    const [first, ...others] = await inTurn(limited);
    expect(first).toMatchObject({ status: 'wait', reason: 'rate limited by the network' });
    for (const result of others) expect(result).toMatchObject({ type: 'RateLimited' });
    await Promise.all(limited.map(publish));
    expect(calls).toEqual(['Limited']);
    for (const id of limited) {
      expect((await timelineOf(id)).filter((e) => e.kind === 'rate_limited')).toEqual([
        { kind: 'rate_limited', detail: expect.objectContaining({ part: 1, reason: 'Slow down' }) },
      ]);
    }
    expect(await inTurn(free)).toEqual([expect.objectContaining({ status: 'published' })]);

    answers.delete('Limited');
    await sql(crier, 'update channel_limit set until = now()');
    await inTurn(limited);
    expect(await states(limited)).toEqual({ published: 20 });
  }, 60_000);

  it('waits as a timer of the run when the limit is long', async () => {
    const [first = '', second = ''] = await duePosts(await connect('Long', ''), 2);
    answers.set('Long', () => new RateLimited('Come back tomorrow', new Date(Date.now() + 20 * HOUR)));
    await inTurn([first, second]);
    expect([await publish(second), calls.length]).toEqual([
      { status: 'not_due', waitMs: expect.any(Number), revision: 1 },
      1,
    ]);
  });

  it('only this post, because of its media, keeps no other waiting', async () => {
    const ids = await duePosts(await connect('Media', ''), 3);
    answers.set('Media', () => new RateLimited('Not ready', new Date(Date.now() + HOUR), { scope: 'post' }));
    await inTurn(ids);
    expect(calls).toHaveLength(3);
  });

  it('because the token has expired is asked for a new one once, by however many posts', async () => {
    const ids = await duePosts(await connect('Renewed', 'renewed.example'), 10);
    valid = 'a-new-token';
    const results = await Promise.all(ids.map(publish));
    expect(results.map((result) => ('status' in result ? result.status : result.message))).toEqual(
      ids.map(() => 'published'),
    );
    expect(renewals).toBe(1);
  });

  it('and renews no token answers all posts alike, by one call', async () => {
    const ids = await duePosts(await connect('Unrenewed', 'unrenewed.example'), 10);
    valid = 'a-new-token';
    renew = async () => {
      await eventually('every post has met the old token', () => calls.length === ids.length);
      throw new Unsent('The token endpoint is away', { networkCode: 'ECONNREFUSED' });
    };
    for (const result of await Promise.all(ids.map(publish))) {
      expect(result).toMatchObject({ type: 'Unsent', message: expect.stringMatching(/^Nothing was sent/) });
    }
    expect(renewals).toBe(1);
  });

  it('while the token could not be renewed is not called with the old one', async () => {
    const channel = await connect('Expired', 'token.example');
    const ids = await duePosts(channel, 10);
    await sql(crier, "update integration set expires_at = now() - interval '1 minute' where id = $1", [
      channel,
    ]);
    await sql(
      crier,
      `insert into credential_renewal (integration_id, version, owner, ends_at, failures, failure)
        values ($1, 1, gen_random_uuid(), now() + interval '1 minute', 3, '{"kind":"unsent","message":"no answer"}')`,
      [channel],
    );
    for (const result of await inTurn(ids)) {
      expect(result).toMatchObject({ type: 'Unsent', message: 'Nothing was sent (token_not_renewed)' });
    }
    expect(calls).toEqual([]);
  });

  it('because its server lost answers is called by all again once a lookup is answered', async () => {
    const ids = await duePosts(await connect('Lossy', 'lossy.example'), OPENS_AFTER + 3);
    answers.set('Lossy', () => new OutcomeUnknown('The connection broke', { networkCode: 'ECONNRESET' }));
    await inTurn(ids.slice(0, OPENS_AFTER));
    await sql(crier, "update network_circuit set probe_at = now() + interval '30 minutes'");
    expect(await publish(ids[OPENS_AFTER] ?? '')).toMatchObject({ type: 'Unsent' });
    answers.delete('Lossy');
    const lookup: Provider = {
      ...provider,
      verify: () => Promise.resolve({ status: 'unknown', reason: 'not yet' }),
    };
    const part = { postId: ids[0] ?? '', position: 0 };
    await verifyPart({
      deps,
      provider: lookup,
      part,
      signal: AbortSignal.timeout(HOUR),
      untilShutdown: AbortSignal.timeout(HOUR),
    }).catch(() => undefined);
    await inTurn(ids.slice(OPENS_AFTER));
    expect(await states(ids)).toEqual({ publishing: OPENS_AFTER, published: 3 });
  });

  it('is distinguished from one that answers something else', () => {
    const code = (networkCode: string): { networkCode: string } => ({ networkCode });
    expect([
      newsOf(refused()),
      newsOf(new OutcomeUnknown('HTTP 502', code('502'))),
      newsOf(new OutcomeUnknown('No answer in time', code('timeout'))),
      newsOf(new OutcomeUnknown('Already attached to another post', code('422'))),
      newsOf(new OutcomeUnknown('A duplicate of what cannot be read', { cause: new Rejected('Duplicate') })),
      newsOf(
        new OutcomeUnknown('A duplicate', {
          networkCode: 'duplicate',
          cause: new OutcomeUnknown('HTTP 502'),
        }),
      ),
      newsOf(new Rejected('Too long')),
      newsOf(new Rejected('The media file is gone', code('media_missing'))),
      newsOf(new Unsent('has no URL yet', code('link_waits'))),
      newsOf(new TypeError('a bug')),
    ]).toEqual([
      'away',
      'away',
      'away',
      'answered',
      'answered',
      'away',
      'answered',
      'nothing',
      'nothing',
      'nothing',
    ]);
  });
});
