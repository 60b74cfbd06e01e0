import { describe, expect, it } from '@jest/globals';
import type { Provider, ProviderContext, VerifyResult } from '../../providers/_kit/contract.ts';
import { kick } from '../../providers/kick/index.ts';
import { stepsInto, type Trial, type TriedStep } from './trial.ts';
import { TrialNote } from './trial-note.ts';
import { lookFor, takeAway, tryPublishing } from './try-publishing.ts';

const published = { id: '1', url: 'https://network.example/1', ref: null };
const part = {
  item: { id: 'item', position: 0, text: 'Hello', media: [] },
  settings: {},
  root: null,
  parent: null,
  prepared: null,
  sentAt: new Date().toISOString(),
};

/** A trial whose part may be published, and whose network answers so. */
async function inDoubt(verdict: VerifyResult): Promise<{ trial: Trial; removed: string[] }> {
  const removed: string[] = [];
  const provider = {
    settleMs: 0,
    verify: () => Promise.resolve(verdict),
    remove: (_channel: unknown, { id }: { id: string }) => Promise.resolve(void removed.push(id)),
  } as unknown as Provider;
  const note = await TrialNote.open({ query: () => Promise.resolve([]) }, 'channel');
  note.sent = part;
  const steps: TriedStep[] = [];
  const ask = ((work: (channel: object, ctx: object) => unknown) => work({}, {})) as unknown as Trial['ask'];
  const options = { organizationId: 'o', channelId: 'c' };
  const trial = {
    provider,
    note,
    options,
    signal: undefined,
    ask,
    makeCard: () => Promise.reject(new Error('no card')),
    step: stepsInto(steps),
    leaveOut: () => undefined,
  };
  await lookFor(trial, part);
  return { trial, removed };
}

describe('the post of a trial whose answer was lost', () => {
  it('is taken down when it is found by what is its alone', async () => {
    const { trial, removed } = await inDoubt({ status: 'found', published });
    expect([await takeAway(trial), removed]).toEqual([[], ['1']]);
  });

  it("is left where it was found by its text alone, which may be another author's, and reported", async () => {
    const { trial, removed } = await inDoubt({ status: 'found', published, byWords: true });
    expect([await takeAway(trial), removed]).toEqual([['perhaps a post "Hello", whose answer was lost'], []]);
  });

  it('is forgotten when it is certainly not there', async () => {
    const { trial, removed } = await inDoubt({ status: 'absent', evidence: 'not listed' });
    expect([await takeAway(trial), removed]).toEqual([[], []]);
  });
});

describe('subtitles that the network does not take', () => {
  const token = 'EAAB-a-token-of-the-network';
  const why = `Bad captions for ${token}`;
  type Work = (channel: object, ctx: Pick<ProviderContext, 'noteLoss'>) => Promise<unknown>;

  it.each<[string, Partial<Record<'prepare' | 'poll', true>>]>([
    ['before the post', { prepare: true }],
    ['once the video is processed', { poll: true }],
  ])('are a step that failed, without secrets: %s', async (_, at) => {
    const lose = async (ctx: ProviderContext): Promise<void> => ctx.noteLoss?.('subtitles', why);
    const provider = {
      ...kick,
      prepare: async (_request: unknown, ctx: ProviderContext) =>
        (at.prepare ? lose(ctx) : undefined) ?? null,
      publish: async () => ({ status: 'processing', ref: null, pollAfterMs: 0 }),
      poll: async (_request: unknown, _ref: unknown, ctx: ProviderContext) => {
        if (at.poll) await lose(ctx);
        return { status: 'published', published };
      },
      verify: async () => ({ status: 'found', published }),
      remove: async () => undefined,
    } as unknown as Provider;
    const steps: TriedStep[] = [];
    const trial = {
      provider,
      note: await TrialNote.open({ query: () => Promise.resolve([]) }, 'channel'),
      options: { organizationId: 'o', channelId: 'c' },
      signal: undefined,
      ask: ((work: Work) => work({ credentials: { token } }, {})) as unknown as Trial['ask'],
      makeCard: () => Promise.reject(new Error('no card')),
      step: stepsInto(steps),
      leaveOut: () => undefined,
    };
    await tryPublishing(trial, {
      channel: { details: {} },
      texts: ['Hello'],
      settings: {},
      media: [],
      settingsMedia: {},
    });
    expect(steps.filter(({ ok }) => !ok)).toMatchObject([
      { step: 'subtitles', ok: false, detail: expect.stringMatching(/Bad captions for \[redacted\]$/) },
    ]);
  });
});
