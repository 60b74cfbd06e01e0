import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../test/factories.ts';
import { insertChannel } from '../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';

const ACCOUNTS = [
  ['mastodon', { baseUrl: 'https://mastodon.example:8443' }, 'mastodon.example:8443'],
  ['bluesky', { service: 'https://bsky.example', pds: 'https://pds.example' }, 'pds.example'],
  ['bluesky', { service: 'https://bsky.example' }, 'bsky.example'],
  [
    'wordpress',
    { baseUrl: 'https://blog.example', restRoot: 'https://blog.example/wp-json' },
    'blog.example',
  ],
  ['nostr', { relays: ['wss://zulu.example/', 'wss://alpha.example/path'] }, 'alpha.example zulu.example'],
  ['telegram', {}, ''],
] as const;

describe('the server of an account', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it.each([...ACCOUNTS, ['listmonk', { baseUrl: 'https://news.example/mail' }, 'news.example']] as const)(
    'of %s with %j is %s',
    (provider, details, host) => {
      const found = crier.context.providers
        .get(provider)
        ?.hostOf?.({ details: structuredClone(details) as never });
      expect(found ?? '').toBe(host);
    },
  );

  it('is learned from what channels of before have stored', async () => {
    const ids: string[] = [];
    for (const [provider, details] of ACCOUNTS) ids.push(await insertChannel(crier, provider, { details }));
    const { migrator } = crier.context.database.orm;
    await migrator.down({ to: '20261122100000-rename-coined-columns' });
    await migrator.up();
    const rows = await sql<{ id: string; host: string }>(crier, 'select id, host from integration');
    expect(ids.map((id) => rows.find((row) => row.id === id)?.host)).toEqual(
      ACCOUNTS.map(([, , host]) => host),
    );
  });

  it('is stored when the channel is connected', async () => {
    const { id } = await crier.connect('sandbox');
    expect(await sql(crier, 'select host from integration where id = $1', [id])).toEqual([{ host: '' }]);
  });
});
