import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Queue } from 'bullmq';
import { redis, type RunningRedis } from '../../test/servers/redis.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { describeWith } from '../../test/servers/server.ts';
import { makeCertificate, openssl } from '../../test/servers/tls-front.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { fillV1Queue, openV1Queue } from '../test/queue.ts';
import { inspectQueue, type PlannedQueue } from './inspect-queue.ts';
import { openQueue } from './open-queue.ts';
import { openSource, type SourceDatabase } from './open-source.ts';

describeWith([redis], 'The queue of v1', () => {
  let server: RunningRedis;
  let v1: V1Source;
  let source: SourceDatabase;
  let queue: Queue;
  beforeAll(async () => {
    server = await redis.start();
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 1,
      posts: 10,
      waiting: 4,
    });
    source = await openSource(v1.url);
    queue = openV1Queue(server.url);
  });
  afterAll(async () => {
    await queue?.close();
    await source?.close();
    await v1?.drop();
    await server?.stop();
  });
  const inspect = (url = server.url): Promise<PlannedQueue> => inspectQueue(source, url);
  const refusal = async (url: string): Promise<string> => {
    const error = await inspect(url).then(
      () => null,
      (reason: Error) => reason,
    );
    // All that a log may print of it.
    expect(JSON.stringify([error?.message, error?.stack, error?.cause])).not.toMatch(/old-redis|s3cret/);
    return error?.message ?? 'none';
  };
  const redisUrl = (changes: Partial<Record<'password' | 'port' | 'protocol', string>>): string =>
    String(Object.assign(new URL(server.url), changes));

  it('is distinguished from a Redis that cannot be read, with a message that names --redis and no password', async () => {
    expect(await refusal('https://:s3cret@old.example')).toBe(
      'The URL of the Redis of v1 (--redis) must begin with redis:// or rediss://',
    );
    expect(await refusal(redisUrl({ port: String(await freePort()) }))).toBe(
      'The Redis of v1 (--redis) cannot be read: ECONNREFUSED',
    );
    expect(await refusal(redisUrl({ password: 's3cret' }))).toBe(
      'The Redis of v1 (--redis) cannot be read: WRONGPASS',
    );
    expect(await refusal(redisUrl({ password: '' }))).toBe(
      'The Redis of v1 (--redis) cannot be read: NOAUTH',
    );
  });

  it('is distinguished from a Redis without such a queue, and from the queue of another v1', async () => {
    expect(await refusal(`${server.url}/1`)).toBe(
      'This Redis (--redis) is not one of v1: it has no queue "post"',
    );
    const other = openV1Queue(`${server.url}/2`);
    await other.add('post', { id: 'another' }, { jobId: 'another', delay: 60_000 });
    await other.close();
    expect(await refusal(`${server.url}/2`)).toBe(
      'This Redis (--redis) is that of another v1: none of its 1 jobs is for a post of this database',
    );
  });

  it('has a job for each post that waits, and it is said where jobs and posts differ', async () => {
    await fillV1Queue(v1, server.url);
    const waiting = await v1.query<{ id: string }>(
      `select id from "Post" where state = 'QUEUE' and "parentPostId" is null and "deletedAt" is null
        and "intervalInDays" is null order by id`,
    );
    const jobs = waiting.length + 1; // a series
    expect(await inspect()).toEqual({ delayed: jobs, waiting: 0, active: 0, withoutPost: 0, withoutJob: 0 });
    const [draft, lost] = waiting.map(({ id }) => id);
    await v1.query(`update "Post" set state = 'DRAFT' where id = $1`, [draft]);
    await v1.query(
      `update "Post" set "publishDate" = now() at time zone 'UTC' + interval '2 hours' where id = $1`,
      [lost],
    );
    await queue.remove(lost ?? '');
    expect(await inspect()).toMatchObject({ delayed: jobs - 1, withoutPost: 1, withoutJob: 1 });
  });

  it('is only read: its settings stay those of v1', async () => {
    const client = await queue.client;
    await client.hset(queue.toKey('meta'), { version: 'that of v1' });
    await inspect();
    expect(await queue.getVersion()).toBe('that of v1');
  });

  it('is not asked for where Temporal schedules', async () => {
    const temporal = { ...source, shape: new Map([...source.shape, ['Post', new Set(['delay'])]]) };
    await expect(inspectQueue(temporal, server.url)).rejects.toThrow(/leave --redis out/);
  });
});

describeWith([redis, openssl], 'The queue of v1 on a Redis that asks for TLS', () => {
  it('is read once its certificate is trusted, and is refused with the reason before', async () => {
    const certificate = await makeCertificate();
    const server = await redis.start({ certificate });
    const v1 = openV1Queue(server.url);
    const known = getCACertificates('default');
    try {
      await v1.add('post', {}, { jobId: 'later', delay: 60_000 });
      await expect(openQueue(server.tlsUrl ?? '')).rejects.toThrow(
        'The Redis of v1 (--redis) cannot be read: DEPTH_ZERO_SELF_SIGNED_CERT. ' +
          'NODE_EXTRA_CA_CERTS names a file with the certificates that are trusted beside the usual ones',
      );
      // What NODE_EXTRA_CA_CERTS does when a process starts.
      setDefaultCACertificates([...known, certificate.cert.toString()]);
      const opened = await openQueue(server.tlsUrl ?? '');
      expect(await opened.count()).toEqual({ waiting: 0, delayed: 1, active: 0 });
      await opened.close();
    } finally {
      setDefaultCACertificates(known);
      await v1.close();
      await server.stop();
    }
  });
});
