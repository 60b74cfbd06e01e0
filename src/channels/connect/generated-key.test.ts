import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { nostrRelay } from '../../test/servers/nostr-relay.ts';
import { describeWith } from '../../test/servers/server.ts';

interface Connected {
  readonly channel: { id: string };
  readonly generated: { label: string; value: string } | null;
}

describeWith([nostrRelay], 'a key that is left empty', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let relay: Awaited<ReturnType<typeof nostrRelay.start>>;
  beforeAll(async () => {
    [relay, crier] = await Promise.all([nostrRelay.start(), startInstance({ temporal: false })]);
    ada = await addPerson(crier);
  });
  afterAll(async () => {
    await crier?.stop();
    await relay?.stop();
  });

  const connect = async (fields: object): Promise<Connected> => {
    const answer = await ada.call<Connected>('POST', '/integrations/connect/nostr', {
      body: { fields: { relays: relay.url, ...fields } },
    });
    expect(answer.status).toBe(201);
    return answer.body;
  };

  it('is made, and shown in this answer alone', async () => {
    const { channel, generated } = await connect({ key: '' });
    expect(generated).toEqual({ label: 'Private key', value: expect.stringMatching(/^nsec1/) });
    const [row] = await sql<{ all: string }>(
      crier,
      'select to_jsonb(i)::text as all from integration i where id = $1',
      [channel.id],
    );
    expect(row?.all).not.toContain(generated?.value ?? 'no key');
    expect(row?.all).toContain('"generatedKey": false');
    const again = await connect({ key: generated?.value ?? '' });
    expect(again).toMatchObject({ channel: { id: channel.id, reconnected: true }, generated: null });
  });
});
