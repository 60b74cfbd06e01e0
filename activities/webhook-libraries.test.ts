/** Receivers in other languages, each with its own library of Standard Webhooks, under faults. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { THOROUGH } from '../src/test/thorough.ts';
import { RECEIVERS, startProgram, type ProgramReceiver } from '../src/test/webhook-programs/programs.ts';
import { createDeliverWebhook } from './deliver-webhook.ts';

const POSTS = 4;
const EVENTS_OF_EACH = 250;
/** A worker sends this many to one receiver at a time. */
const AT_A_TIME = 8;
/** Which request of each of its lives the receiver dies of, with what it took in its hands. */
const HOLD = 285;

interface Taken {
  readonly id: string;
  readonly post: string;
  readonly sequence: number;
}

/** What a receiver misses that gets these in this order: for each event, the numbers that it skips. */
function skippedBy(taken: readonly Taken[]): string[] {
  const highest = new Map<string, number>();
  return taken.flatMap(({ post, sequence }) => {
    const before = highest.get(post) ?? 0;
    highest.set(post, Math.max(before, sequence));
    return Array.from({ length: Math.max(0, sequence - before - 1) }, (_, n) => `${post} ${before + 1 + n}`);
  });
}

// Every night: they need a Go, a Python and some minutes.
const describeThorough = THOROUGH ? describe : describe.skip;

describeThorough('a receiver that verifies with the library of Standard Webhooks', () => {
  let crier: TestInstance;
  let channel: string;
  let folder: string;
  let receiver: ProgramReceiver | undefined;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterEach(async () => {
    await receiver?.stop();
    rmSync(folder, { recursive: true });
    await sql(crier, 'delete from webhook');
    await sql(crier, 'delete from webhook_event');
  });
  afterAll(() => crier?.stop());

  const start = async (language: keyof typeof RECEIVERS, hold: number): Promise<ProgramReceiver> => {
    const { body } = await crier.call<{ secret: string }>('POST', '/webhooks', {
      body: { url: 'http://127.0.0.1:1/' },
    });
    folder = mkdtempSync(join(tmpdir(), 'crier-receiver-'));
    const env = { SECRET: body.secret, STORE: join(folder, 'store'), HOLD: String(hold) };
    receiver = await startProgram(await RECEIVERS[language](), env);
    await sql(crier, 'update webhook set url = $1', [receiver.url]);
    return receiver;
  };
  /** A post with this many events. */
  const happen = async (events: number): Promise<string> => {
    const post = await createOne(crier, buildPost(channel));
    await sql(
      crier,
      `do $$ begin
        for i in 2..${events} loop
          update post set publish_at = publish_at + interval '1 minute' where id = '${post}';
        end loop;
      end $$`,
    );
    return post;
  };
  /** In any order, until nothing waits; what failed is tried again without the pause before it. */
  const deliverAll = async ({ up }: ProgramReceiver): Promise<void> => {
    const deliver = createDeliverWebhook({ ...crier.context, providerEnv: {} });
    for (;;) {
      await up();
      await sql(crier, 'update webhook_delivery set next_at = null');
      const due = await sql<{ id: string }>(
        crier,
        "select id from webhook_delivery where state = 'pending' order by random()",
      );
      if (due.length === 0) return;
      const next = due.values();
      const lane = async (): Promise<void> => {
        for (const { id } of next) await deliver({ deliveryId: id });
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, lane));
    }
  };
  /** What it has kept, in the order in which it took it. */
  const taken = (): Taken[] =>
    readFileSync(join(folder, 'store'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [id = '', post = '', sequence] = line.split(' ');
        return { id, post, sequence: Number(sequence) };
      });
  const saysMissing = (lines: readonly string[]): Set<string> =>
    new Set(lines.filter((line) => line.startsWith('missing ')).map((line) => line.slice(8)));

  describe.each(Object.keys(RECEIVERS) as (keyof typeof RECEIVERS)[])('in %s', (language) => {
    it('loses none of 1,000 events, and knows of each that comes too late, although answers are lost and it is killed in between', async () => {
      const program = await start(language, HOLD);
      const posts: string[] = [];
      for (let n = 0; n < POSTS; n++) posts.push(await happen(EVENTS_OF_EACH));
      await deliverAll(program);

      const happened = await sql<Taken>(
        crier,
        'select id, post_id as post, sequence from webhook_event order by post_id, sequence',
      );
      expect(happened).toHaveLength(POSTS * EVENTS_OF_EACH);
      const kept = taken();
      const inOrder = kept.toSorted((a, b) =>
        a.post < b.post ? -1 : a.post > b.post ? 1 : a.sequence - b.sequence,
      );
      expect(inOrder).toEqual(happened);
      // The faults were there: it died with events in its hands, and was sent again what it had.
      expect(program.deaths()).toBeGreaterThan(2);
      expect(program.said.filter((line) => line.startsWith('again ')).length).toBeGreaterThan(100);
      expect(program.said.filter((line) => line.startsWith('refused'))).toEqual([]);
      // Each that something overtook was known to be missing, and nothing else; all of them came.
      const skipped = skippedBy(kept);
      expect(skipped.length).toBeGreaterThan(100);
      expect(saysMissing(program.said)).toEqual(new Set(skipped));
      const said = program.said.length;
      await program.kill();
      expect(program.said.slice(said)).toEqual([expect.stringMatching(/^port /)]);
    }, 600_000);

    it('reports which event never came, also after it was killed, and refuses what is not from Crier', async () => {
      const program = await start(language, 0);
      const post = await happen(3);
      await sql(
        crier,
        'delete from webhook_delivery d using webhook_event e where e.id = d.event_id and e.sequence = 2',
      );
      await deliverAll(program);
      expect(
        taken()
          .map(({ sequence }) => sequence)
          .toSorted(),
      ).toEqual([1, 3]);
      expect(saysMissing(program.said)).toContain(`${post} 2`);
      const said = program.said.length;
      await program.kill();
      expect(program.said.slice(said)).toEqual([`missing ${post} 2`, expect.stringMatching(/^port /)]);

      const forged = await fetch(program.url, {
        method: 'POST',
        headers: { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
        body: JSON.stringify({ id: '1', sequence: 2, data: { post: { id: post } } }),
      });
      expect([forged.status, taken().length]).toEqual([400, 2]);
    });
  });
});
