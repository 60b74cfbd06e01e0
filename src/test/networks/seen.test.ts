import { describe, expect, it } from '@jest/globals';
import type { TriedChannel } from '../../channels/try-channel.ts';
import { triedIn } from '../../channels/trial-post.ts';
import { markdownOf } from '../../run/cli/channels/try-report.ts';
import { createRegistry } from '../../../providers/index.ts';
import { overgrown, repeated } from '../growth.ts';
import { readReport, readSeen, seenIn, withSeen } from './seen.ts';

const REPORT: TriedChannel = {
  provider: 'slack',
  channel: { id: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21', name: 'Café Nord' },
  version: '2.12.0',
  at: '2026-11-29T19:00:00.000Z',
  tried: ['text', 'picture (image/png)', 'setting channel'],
  steps: [
    { step: 'choices: channels', ok: true, detail: '4 entries', ms: 80 },
    { step: 'publish', ok: true, detail: 'https://cafe-nord.slack.com/archives/C1/p1', ms: 200 },
    { step: 'take it down', ok: false, detail: 'network_refused: cant_delete_message', ms: 90 },
    { step: 'part 2', ok: null, detail: 'no threads', ms: 0 },
  ],
  left: ['https://cafe-nord.slack.com/archives/C1/p1'],
};
const SEEN = {
  provider: 'slack',
  at: '2026-11-29',
  version: '2.12.0',
  tried: ['text', 'picture (image/png)', 'setting channel'],
  worked: ['choices: channels', 'publish'],
  failed: ['take it down'],
};

describe('what a report of a trial adds to the documents', () => {
  it('is which steps worked, without the channel and the answers', () => {
    expect(seenIn(REPORT)).toEqual(SEEN);
  });

  it('is the same whether the report is JSON or the Markdown of an issue with words around it', () => {
    const pasted = `It works!\r\n\r\n${markdownOf(REPORT).join('\r\n')}\r\nThank you`;
    for (const printed of [JSON.stringify(REPORT), pasted]) {
      expect(seenIn(readReport(printed))).toEqual(SEEN);
    }
  });

  it('has nothing that a post tried where none was published', () => {
    const refused = REPORT.steps.map((one) => (one.step === 'publish' ? { ...one, ok: false } : one));
    expect(seenIn({ ...REPORT, steps: refused }).tried).toEqual([]);
  });

  it('replaces an older report of the network, and no newer one', () => {
    const [older, newer] = [
      { ...SEEN, at: '2026-11-28' },
      { ...SEEN, at: '2026-11-30' },
    ];
    const x = { ...SEEN, provider: 'x' };
    expect(withSeen([x, older], SEEN)).toEqual([SEEN, x]);
    expect(withSeen([newer], SEEN)).toEqual([newer]);
  });

  it('keeps what was published before where the newer trial published nothing', () => {
    const reading = { ...SEEN, at: '2026-11-30', tried: [] };
    expect(withSeen([SEEN], reading)).toEqual([SEEN]);
    expect(withSeen([reading], { ...SEEN, at: '2026-12-01' })).toMatchObject([{ at: '2026-12-01' }]);
  });

  it.each<[string, object]>([
    ['of a network that does not exist', { provider: '__proto__' }],
    ['of a day to come', { at: '9999-01-01T00:00:00.000Z' }],
    ['of no day', { at: '<b>today</b>' }],
    ['of no version', { version: '[2.0](https://a.example)' }],
    ['in which nothing worked', { steps: [{ step: 'channel', ok: false }] }],
    ['with markup in a step', { steps: [{ step: '<img src=x>', ok: true }] }],
    ['with a link in what was tried', { tried: ['see www.a.example'] }],
    ['with a mention', { tried: ['@everyone'] }],
    ['with a text that is none', { tried: [7] }],
    ['with a long text', { tried: ['a'.repeat(121)] }],
    ['with more than a trial has', { tried: Array.from({ length: 101 }, (_, n) => `setting a${n}`) }],
    ['without steps', { steps: undefined }],
  ])('takes no report %s', (_, forged) => {
    expect(() => seenIn(readReport(JSON.stringify({ ...REPORT, ...forged })))).toThrow(/^The report/);
  });

  it('takes what a trial can try: each choice of each setting, and each tool', () => {
    for (const [identifier, provider] of createRegistry({ sandbox: true })) {
      const { properties = {} } = provider.settingsSchema as {
        properties?: Record<string, { enum?: unknown[] }>;
      };
      const settings = Object.entries(properties).flatMap(([name, { enum: choices = [true] }]) =>
        choices.map((value) => ({ [name]: value })),
      );
      const post = { channel: { details: {} }, texts: [''], settings: {}, media: [], settingsMedia: {} };
      const options = { organizationId: '', channelId: '' };
      for (const one of settings) {
        const tried = triedIn(provider, { ...options, settings: one }, post);
        expect(seenIn({ ...REPORT, provider: identifier, tried }).tried).toEqual(tried);
      }
      const steps = Object.keys(provider.tools ?? {}).map((name) => ({ step: `choices: ${name}`, ok: true }));
      if (steps.length) expect(() => seenIn({ ...REPORT, provider: identifier, steps })).not.toThrow();
    }
  });

  it('takes no report of another length than reports have, and no words that are none', () => {
    expect(() => readReport(`{"a":"${'a'.repeat(300_000)}"}`)).toThrow(/^The report/);
    expect(() => seenIn(readReport('null'))).toThrow(/^The report/);
    expect(() => readReport('It works!')).toThrow(/^The report/);
  });

  it.each(['`', '```json\n', '```json\n{}', ' ', '\n'])('is found in linear time: %j', async (pattern) => {
    const read = (text: string): unknown => {
      try {
        return readReport(text);
      } catch {
        return undefined;
      }
    };
    expect(await overgrown(repeated(pattern), (text) => read(`\`\`\`json\n${text}`))).toBeUndefined();
  });

  it('is of networks that exist, each once', () => {
    const named = readSeen().map(({ provider }) => provider);
    expect(named.filter((one) => !createRegistry({ sandbox: true }).has(one))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });
});
