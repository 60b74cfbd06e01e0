/** A real listmonk from connecting to the inbox of a subscriber, with a worker process and Temporal. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isPublish } from '../../../../providers/listmonk/fixtures/world.ts';
import { eventually, type TestInstance } from '../../instance.ts';
import { startFaultFront, type FaultFront } from '../../networks/fault-front.ts';
import { listmonk, type RunningListmonk } from '../../servers/listmonk.ts';
import { describeWith } from '../../servers/server.ts';
import { startSmtp, type SmtpSink } from '../../servers/smtp.ts';
import { clientOf, type Client } from '../client.ts';
import type { House } from '../network-suite.ts';
import { unique } from '../scenarios.ts';

/** A lost start is looked up after five seconds, and listmonk looks for campaigns every five. */
const PATIENCE_MS = 120_000;

export function toListmonk(house: House): void {
  describeWith([listmonk], 'a post to listmonk', () => {
    let crier: TestInstance;
    let server: RunningListmonk;
    let inbox: SmtpSink;
    let front: FaultFront;
    let channel: string;
    let client: Client;
    beforeAll(async () => {
      await listmonk.ensure(console.log);
      inbox = await startSmtp();
      server = await listmonk.start({ smtpPort: inbox.port });
      front = await startFaultFront(server.url);
      const list = await server.createList('News', ['ada@example.test', 'bob@example.test']);
      crier = house.crier();
      channel = (await crier.connect('listmonk', { url: front.url, ...server.user })).id;
      client = clientOf(crier, crier.url, {
        __type: 'listmonk',
        subject: 'News of the day',
        preview: 'What grows now',
        list: String(list),
      });
    }, 120_000);
    afterAll(async () => {
      await front?.stop();
      await server?.stop();
      await inbox?.stop();
    });

    const create = async (content: string): Promise<string> =>
      (await client.create({ channels: [channel], parts: [{ content }] }))[0] ?? '';
    const readers = (text: string): string[] =>
      inbox.mails
        .filter(({ parsed }) => parsed.html?.includes(text))
        .flatMap(({ to }) => to)
        .toSorted();
    const arrived = (text: string): Promise<boolean> =>
      eventually('every subscriber has it', () => readers(text).length >= 2, PATIENCE_MS);
    const BOTH = ['ada@example.test', 'bob@example.test'];

    it(
      'reaches every subscriber of the list once, with the page of the campaign in listmonk as its URL',
      async () => {
        const text = unique('Carrots');
        const page = await client.reaches(await create(text), 'published');
        await arrived(text);
        expect(readers(text)).toEqual(BOTH);
        const { results } = await server.api<{ results: { id: number; uuid: string }[] }>(
          'GET',
          '/campaigns',
        );
        const campaign = results.find(({ uuid }) => uuid === page.releaseId);
        expect(page.releaseURL).toBe(`${front.url}/api/campaigns/${campaign?.id}/preview`);
      },
      2 * PATIENCE_MS,
    );

    it(
      'is sent once after its answer was lost, and once after its request was lost',
      async () => {
        const events = async (kind: 'reset_after' | 'reset_before', text: string): Promise<string[]> => {
          front.arm({ kind }, isPublish);
          const { timeline } = await client.reaches(await create(text), 'published');
          await arrived(text);
          return timeline.map(({ event }) => event);
        };
        const [answer, request] = ['The answer is lost', 'The request is lost'].map(unique);
        expect(await events('reset_after', answer ?? '')).not.toContain('will_send_again');
        expect(await events('reset_before', request ?? '')).toContain('will_send_again');
        for (const text of [answer, request]) expect(readers(text ?? '')).toEqual(BOTH);
      },
      4 * PATIENCE_MS,
    );

    it('fails with a message, and sends nothing, when the list is not there', async () => {
      const text = unique('To nobody');
      const { body } = await crier.call<{ postId: string }[]>('POST', '/posts', {
        body: {
          type: 'now',
          date: new Date().toISOString(),
          posts: [
            {
              integration: { id: channel },
              value: [{ content: text }],
              settings: { __type: 'listmonk', subject: 'News', preview: '', list: '4711' },
            },
          ],
        },
      });
      const page = await client.reaches(body[0]?.postId ?? '', 'failed');
      expect(page.error).toMatchObject({ code: 'rejected', message: expect.stringContaining('subscribers') });
      expect(readers(text)).toEqual([]);
    });

    it('has the lists and templates of the server as choices', async () => {
      const { body } = await crier.call<{ output: unknown }>('POST', `/integration-trigger/${channel}`, {
        body: { methodName: 'templates', data: {} },
      });
      expect(body.output).toEqual([{ id: 1, name: 'Default template' }]);
    });
  });
}
