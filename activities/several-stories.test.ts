/** A part that is a story for each file, which breaks off after the first. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '../providers/_kit/contract.ts';
import { facebook } from '../providers/facebook/index.ts';
import { instagramStandalone } from '../providers/instagram/index.ts';
import { connectUrl, finish, press } from '../src/channels/connect/fixtures/browser.ts';
import { buildPost, buildTarget, createOne, SMALL_FILES, sql, upload } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startFaultFront, type Fault, type FaultFront } from '../src/test/networks/fault-front.ts';
import { startMeta, type Meta } from '../src/test/networks/meta/server.ts';
import { addPerson } from '../src/test/person.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { PartCall } from './deps.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

const PUBLIC = 'https://crier.example';
const NETWORKS = [
  ['facebook', 'Continue as Grace', facebook],
  ['instagram-standalone', 'Allow as ada', instagramStandalone],
] as const;

const refusal = (status: number, code: number, message: string): Fault => ({
  kind: 'status',
  status,
  body: JSON.stringify({ error: { message, type: 'OAuthException', code, fbtrace_id: 'A' } }),
});
const REFUSED = refusal(400, 352, 'The media format you have selected is not supported');
const LIMITED = refusal(400, 4, 'Application request limit reached');

/** The calls are long ago for each look, which else waits for what may still appear. */
const longAgo = (provider: Provider): Provider => ({
  ...provider,
  settleMs: 0,
  async verify(...asked) {
    const verdict = await provider.verify(...asked);
    return 'evidence' in verdict ? { ...verdict, afterMs: 0 } : verdict;
  },
});

describe('stories of three files', () => {
  let crier: TestInstance;
  let network: Meta;
  let front: FaultFront;
  const channels = new Map<string, string>();
  const files: { id: string; path: string }[] = [];
  /** The network's own time to wait is over. */
  const endLimit = (): Promise<unknown> => sql(crier, 'delete from channel_limit');
  beforeAll(async () => {
    network = await startMeta({
      redirectUris: NETWORKS.map(([name]) => `${PUBLIC}/integrations/social/${name}`),
    });
    front = await startFaultFront(network.url);
    network.createPage(network.createPerson('Grace'), 'Cafe Ada');
    network.createAccount('ada');
    const { id, secret } = network.client;
    crier = await startInstance({
      temporal: false,
      env: {
        FRONTEND_URL: PUBLIC,
        FACEBOOK_API_URL: front.url,
        FACEBOOK_APP_ID: id,
        FACEBOOK_APP_SECRET: secret,
        INSTAGRAM_API_URL: front.url,
        INSTAGRAM_APP_ID: id,
        INSTAGRAM_APP_SECRET: secret,
      },
    });
    const person = await addPerson(crier);
    for (const [name, button] of NETWORKS) {
      const back = await press(await connectUrl(person, name), button);
      channels.set(name, (await finish(person, name, back.query)).body.channel?.id ?? '');
    }
    const { bytes = new Uint8Array(), mime = '' } = SMALL_FILES.jpg ?? {};
    for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) {
      files.push((await upload<{ id: string; path: string }>(crier, bytes, { name, type: mime })).body);
    }
  });
  beforeEach(async () => {
    front.disarm();
    await endLimit();
  });
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  describe.each(NETWORKS)('at %s', (name, _, real) => {
    const provider = longAgo(real);
    const callOf = (postId: string): PartCall => ({
      deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
      provider,
      part: { postId, position: 0 },
      signal: new AbortController().signal,
      untilShutdown: new AbortController().signal,
      stopping: new AbortController().signal,
    });
    const publish = (id: string): Promise<PartOutcome> => publishPart(callOf(id));
    const verify = (id: string): Promise<PartOutcome> => verifyPart(callOf(id));

    async function dueNow(): Promise<string> {
      const settings = { __type: name, post_type: 'story' };
      const target = buildTarget(channels.get(name) ?? '', {
        settings,
        value: [{ content: '', image: files }],
      });
      const id = await createOne(crier, buildPost([], { posts: [target] }));
      await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
      return id;
    }
    const isStory = ({ method, path }: { method: string; path: string }): boolean =>
      method === 'POST' && /\/(photo_stories|media_publish)$/.test(path);
    /** The second of the next calls, and this many after it. */
    const failSecond = (fault: Fault, times = 1): void => {
      let calls = 0;
      front.arm(fault, (request) => isStory(request) && ++calls >= 2, times);
    };
    const watch = (): (() => number) => {
      const before = network.entries().length;
      return () => network.entries().length - before;
    };
    const stateOf = async (id: string): Promise<{ state: string; message: string | null } | undefined> =>
      (
        await sql<{ state: string; message: string | null }>(
          crier,
          'select state, error as message from post where id = $1',
          [id],
        )
      )[0];

    it('of which the second is refused never end as failed, and Retry does not repeat the first', async () => {
      const id = await dueNow();
      const out = watch();
      failSecond(REFUSED);
      expect(await publish(id)).toMatchObject({ status: 'unknown' });
      expect((await stateOf(id))?.state).toBe('publishing');
      expect(await verify(id)).toEqual({ status: 'retry' });
      front.arm(REFUSED, isStory);
      expect(await publish(id)).toMatchObject({ status: 'unknown' });
      expect(await verify(id)).toMatchObject({ status: 'unconfirmed' });
      expect(await stateOf(id)).toEqual({
        state: 'unconfirmed',
        message: expect.stringContaining('1 of 3 stories are published. The media format'),
      });
      const again = await crier.call('POST', `/posts/${id}/retry`);
      expect(again.status).toBe(409);
      expect(out()).toBe(1);
    });

    it.each([
      ['has to wait', LIMITED],
      ['cannot reach the network', { kind: 'reset_before' }],
      ['meets an error', refusal(503, 2, 'Service temporarily unavailable')],
    ] as const)(
      'of which the second %s cannot be changed or cancelled, and the others follow',
      async (_why, fault) => {
        const id = await dueNow();
        const out = watch();
        failSecond(fault);
        expect(await publish(id)).toMatchObject({ status: 'unknown' });
        expect((await stateOf(id))?.state).toBe('publishing');
        expect(out()).toBe(1);
        const change = { date: '2031-06-01T00:00:00Z' };
        expect((await crier.call('PATCH', `/posts/${id}`, { body: change })).status).toBe(409);
        expect((await crier.call('DELETE', `/posts/${id}`)).status).toBe(409);
        expect(await verify(id)).toEqual({ status: 'retry' });
        await endLimit();
        expect(await publish(id)).toMatchObject({ status: 'published' });
        expect(out()).toBe(3);
      },
    );
  });
});
