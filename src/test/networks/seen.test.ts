import { describe, expect, it } from '@jest/globals';
import type { TriedChannel } from '../../channels/try-channel.ts';
import { markdownOf } from '../../run/cli/channels/try-report.ts';
import { createRegistry } from '../../../providers/index.ts';
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

  it('is of networks that exist, each once', () => {
    const named = readSeen().map(({ provider }) => provider);
    expect(named.filter((one) => !createRegistry({ sandbox: true }).has(one))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });
});
