/**
 * The arguments of each step of each network, as the activities build them, compared with those in the tests
 * of the networks: a field that only a test fills in would be missing in production.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { withNamedMedia } from '../providers/_kit/nested-settings.ts';
import type { Provider, ProviderContext, PublishRequest } from '../providers/_kit/contract.ts';
import { OutcomeUnknown } from '../providers/_kit/errors.ts';
import { buildRequest, pngFile } from '../providers/_kit/test-harness.ts';
import { createRegistry } from '../providers/index.ts';
import { buildPost, buildTarget, createOne, png, sql, upload } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import type { PartCall } from './deps.ts';
import { pollPart } from './poll-part.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

const STEPS = ['prepare', 'publish', 'poll', 'verify'] as const;
type Step = (typeof STEPS)[number];
type SeenCall = { readonly request: PublishRequest; readonly ctx: ProviderContext };

/** The network, whose steps only note what they are given; a post is accepted, and then found. */
function recording(network: Provider): { provider: Provider; calls: Map<Step, SeenCall> } {
  const calls = new Map<Step, SeenCall>();
  // A network that prepares without a call is asked to do so again for a look.
  const note = (step: Step, request: PublishRequest, ctx: ProviderContext): void =>
    void (calls.has(step) || calls.set(step, { request, ctx }));
  const provider: Provider = {
    ...network,
    settleMs: 0,
    capability: 'lookup',
    capabilityOf: () => 'lookup',
    keyOf: ({ id }) => id,
    async prepare(request, ctx) {
      note('prepare', request, ctx);
      return { made: true };
    },
    async publish(request, _, ctx) {
      note('publish', request, ctx);
      return { status: 'processing', ref: { accepted: true }, pollAfterMs: 1 };
    },
    async poll(request, _, ctx) {
      note('poll', request, ctx);
      throw new OutcomeUnknown('Not yet');
    },
    async verify(request, attempt, ctx) {
      note('verify', request, ctx);
      expect(attempt).toMatchObject({
        prepared: { made: true },
        sentAt: expect.any(Date),
        ref: { accepted: true },
        isTaken: expect.any(Function),
      });
      const id = randomUUID();
      return { status: 'found', published: { id, url: `https://network.example/${id}`, ref: { id } } };
    },
  };
  return { provider, calls };
}

/** Data without what differs each time, and the names of functions. */
const shapeOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'function' ? '(function)' : one)));

function never(): never {
  throw new Error('There is none');
}

const namesOf = (value: object | null | undefined): string[] => Object.keys(value ?? {}).toSorted();

describe('a part of a thread', () => {
  let crier: TestInstance;
  let channel: string;
  let file: { id: string; path: string };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    const sent = { name: 'cover.png', type: 'image/png' };
    ({ body: file } = await upload<{ id: string; path: string }>(crier, png(), sent));
  });
  afterAll(() => crier?.stop());

  /** A thread of two parts, a picture in the first, of a channel that is now one of this network. */
  async function dueNow({ identifier, settingsMedia = [] }: Provider): Promise<string> {
    await sql(crier, "update integration set provider = 'sandbox' where id = $1", [channel]);
    const value = [
      { content: `Hello ${randomUUID()}`, image: [file] },
      { content: 'More', image: [] },
    ];
    const id = await createOne(crier, buildPost([], { posts: [buildTarget(channel, { value })] }));
    const named = settingsMedia.map((name) => [name, { ...file, alt: `as ${name}` }] as const);
    const settings = withNamedMedia({ __type: identifier, title: 'Spring menu' }, named);
    await sql(crier, 'update post set settings = $2, publish_at = now() where id = $1', [id, settings]);
    await sql(crier, 'update integration set provider = $2, profile = $3, details = $4 where id = $1', [
      channel,
      identifier,
      'ada',
      { handle: 'ada' },
    ]);
    return id;
  }

  function callOf(provider: Provider, postId: string, position: number): PartCall {
    const signal = new AbortController().signal;
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    return { deps, provider, part: { postId, position }, signal, untilShutdown: signal, stopping: signal };
  }

  /** What the steps of a part were given. */
  async function go(network: Provider, postId: string, position: number): Promise<Map<Step, SeenCall>> {
    const { provider, calls } = recording(network);
    const call = callOf(provider, postId, position);
    expect(await publishPart(call)).toMatchObject({ status: 'processing' });
    await expect(pollPart(call)).rejects.toThrow('still processing');
    expect(await verifyPart(call)).toMatchObject({ status: 'published' });
    return calls;
  }

  const networks = [...createRegistry({ sandbox: true }).values()];

  it.each(networks.map((network) => [network.name, network] as const))(
    'to %s is the same for prepare, publish, poll and verify, with all that its own tests give',
    async (_, network) => {
      const id = await dueNow(network);
      for (const position of [0, 1]) {
        const calls = await go(network, id, position);
        const request = calls.get('publish')?.request;
        for (const [step, one] of calls) {
          expect([step, shapeOf(one.request)]).toEqual([step, shapeOf(request)]);
          expect([step, 'uploads' in one.ctx]).toEqual([step, step === 'prepare']);
        }
        expect(request?.settingsMedia).toEqual(
          Object.fromEntries(
            (network.settingsMedia ?? []).map((name) => [
              name,
              expect.objectContaining({ id: file.id, alt: `as ${name}`, blob: expect.any(Function) }),
            ]),
          ),
        );
        const before = { id: '1', url: null, ref: { id: '1' } };
        const tested = buildRequest({ channel: request?.channel ?? never() }, network, {
          media: [pngFile()],
          settingsMedia: {},
          readTaken: async () => undefined,
          ...(position ? { root: before, parent: before } : {}),
        });
        expect(namesOf(request)).toEqual(namesOf(tested));
        expect(namesOf(request?.item)).toEqual(namesOf(tested.item));
        expect(namesOf(request?.channel)).toEqual([
          'credentials',
          'details',
          'id',
          'internalId',
          'name',
          'profile',
        ]);
        expect(request?.channel.details).toEqual({ handle: 'ada' });
        if (position) expect(shapeOf(request?.parent)).toMatchObject({ ref: { id: expect.any(String) } });
        const [picture] = request?.item.media ?? [];
        if (picture) expect(namesOf(picture)).toEqual(expect.arrayContaining(namesOf(pngFile())));
      }
    },
  );

  it('that a look finds with something left to do is finished by poll, and only then published', async () => {
    const [network = never()] = networks;
    const id = await dueNow(network);
    const { provider } = recording(network);
    const live = { id: randomUUID(), url: null, ref: { video: '1' } };
    const asked: unknown[] = [];
    const finishing: Provider = {
      ...provider,
      publish: async () => {
        throw new OutcomeUnknown('The answer was lost');
      },
      verify: async () => ({ status: 'found', published: live, pollAfterMs: 5 }),
      poll: async (_, ref) => {
        asked.push(ref);
        return { status: 'published', published: live };
      },
    };
    const call = callOf(finishing, id, 0);
    expect(await publishPart(call)).toMatchObject({ status: 'unknown' });
    expect(await verifyPart(call)).toEqual({ status: 'processing', pollAfterMs: 5 });
    expect(await pollPart(call)).toMatchObject({ status: 'published' });
    expect(asked).toEqual([{ video: '1' }]);
  });

  it('of which a file of the settings is gone by now is still asked about', async () => {
    const network = networks.find(({ settingsMedia }) => settingsMedia?.length) ?? never();
    const id = await dueNow(network);
    const { provider, calls } = recording(network);
    const call = callOf(provider, id, 0);
    await publishPart(call);
    const storage: PartCall['deps']['storage'] = { ...crier.context.storage, resolve: async () => undefined };
    const later: PartCall = { ...call, deps: { ...call.deps, storage } };
    await expect(pollPart(later)).rejects.toThrow('still processing');
    await verifyPart(later);
    expect([calls.get('poll')?.request.settingsMedia, calls.get('verify')?.request.settingsMedia]).toEqual([
      {},
      {},
    ]);
  });
});
