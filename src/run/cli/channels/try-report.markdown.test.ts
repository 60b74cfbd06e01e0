/** The report of a trial as Markdown, which stands in an issue that everybody can read. */
import { describe, expect, it } from '@jest/globals';
import type { TriedChannel } from '../../../channels/try-channel.ts';
import { overgrown, repeated } from '../../../test/growth.ts';
import { markdownOf } from './try-report.ts';

const channel = { id: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21', name: 'Café Nord' };
const tried = (detail: string, more: Partial<TriedChannel> = {}): string =>
  markdownOf({
    provider: 'slack',
    channel,
    version: '2.12.0',
    at: '2026-11-29T19:00:00.000Z',
    tried: ['text'],
    steps: [{ step: 'take it down', ok: false, detail, ms: 80 }],
    left: [],
    ...more,
  }).join('\n');

describe('a report for everybody', () => {
  it.each([
    ['the name of the channel', 'Café Nord has no permission', /Café|Nord/],
    ['its id', `channel ${channel.id} is gone`, /019a9c6e/],
    ['an e-mail address', 'ask "ada.lovelace+crier@cafe-nord.example" for access', /ada|cafe-nord/],
    ['the URL of a post', 'see https://cafe-nord.slack.com/archives/C1/p1.', /cafe-nord|C1/],
    ['the URI of a post', 'at://did:plc:abc123/app.bsky.feed.post/1 is gone', /abc123/],
    ['a path of this machine', "ENOENT: open '/home/Ada Lovelace/menu.png'", /Ada|menu/],
    ['a path without quotes', 'Input file is missing: /srv/crier/uploads/a.png', /srv|uploads/],
    ['a path of Windows', String.raw`ENOENT: open 'C:\Users\Ada\menu.png'`, /Ada|menu/],
  ])('does not name %s', (_, detail, named) => {
    expect(tried(detail)).not.toMatch(named);
  });

  it('keeps the words of the network, and the names of its calls', () => {
    const words = 'network_refused: Slack: (#100) not_in_channel (see posts/123), 4/5 at 10:00';
    expect(tried(words)).toContain(`\`${words}\``);
  });

  it('counts the posts that are still there, and shows none of them', () => {
    const [url, text] = ['https://cafe-nord.slack.com/archives/C1/p1', 'perhaps a post "Our secret plan"'];
    const steps = [{ step: 'publish part 2', ok: true, detail: url, ms: 1 }];
    const report = tried('', { steps, left: [url, text] });
    expect(report).toContain('Still there: 2 posts');
    expect(report).toContain('`published`');
    expect(report).not.toMatch(/cafe-nord|secret/);
  });

  it('has cells that no word of a network ends', () => {
    for (const bar of ['|', '\\|', '\\\\|']) {
      const row = tried(`a ${bar} \`@everyone\` <img src=x>`).match(/^\| `failed`.*$/m)?.[0] ?? '';
      expect(row.split(/(?<!\\)(?:\\\\)*\|/)).toHaveLength(6);
      expect(row.match(/`/g)).toHaveLength(8);
    }
  });

  it.each(['a', '@', 'a@', 'a@a', 'a.', 'http://', "'/", '/a', '\\|', '\\', ' '])(
    'is written in linear time: %j',
    async (pattern) => {
      expect(await overgrown(repeated(pattern), (text) => tried(text))).toBeUndefined();
    },
  );
});
