import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.ts';

const MAX_BYTES = 20_000;

describe('the journal of the sandbox network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-journal-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('begins a new file when one is full, keeps accounts and tokens, and forgets the oldest posts', () => {
    const [journal, other] = [new Journal(folder, { maxBytes: MAX_BYTES }), new Journal(folder)];
    const ada = journal.openAccount('Ada');
    const short = journal.openAccount('Short #token-600s');
    const renewed = journal.renew(short.refreshToken ?? '');
    const suspended = journal.openAccount('Suspended');
    journal.suspend(suspended.id);
    const publish = (n: number): string =>
      journal.addPost(
        { channelId: 'channel', text: `post ${n}`, media: [], inReplyTo: null },
        { marker: `marker ${n}`, accountId: ada.id },
      ).id;
    for (let n = 0; n < 1000; n++) publish(n);
    expect(readdirSync(folder).toSorted()).toEqual(['sandbox.1.jsonl', 'sandbox.jsonl']);
    const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThan(3 * MAX_BYTES);

    // Another process that had the file open, and one that starts now, see the same.
    for (const seen of [journal, other, new Journal(folder)]) {
      const posts = seen.posts();
      expect([posts.at(-1)?.text, posts.length < 1000, posts.length > 20]).toEqual(['post 999', true, true]);
      expect(posts).toEqual(journal.posts());
      expect(seen.accountOf(ada.token)).toMatchObject({ id: ada.id, channelId: 'channel', suspended: false });
      expect(seen.accountOf(suspended.token)).toMatchObject({ suspended: true });
      expect(seen.findByMarker(ada.id, 'marker 999')?.text).toBe('post 999');
    }
    // A refresh token that was used stays used.
    expect('issued' in renewed && other.accountOf(renewed.issued.token)).toMatchObject({ id: short.id });
    expect(other.renew(short.refreshToken ?? '')).toEqual({ problem: 'used' });
    expect(journal.accountOf(short.token)).toEqual({ problem: 'invalid_token' });
  });
});
