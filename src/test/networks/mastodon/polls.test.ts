/** The stand-in refuses the polls that Mastodon refuses, in its words. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startMastodon, type Mastodon } from './server.ts';

let network: Mastodon;
let token: string;
beforeAll(async () => {
  network = await startMastodon();
  ({ token } = network.createAccount({ username: 'ada' }));
});
afterAll(() => network.stop());

interface Seen {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function send(path: string, body: FormData | string): Promise<Seen> {
  const isJson = typeof body === 'string';
  const headers = {
    authorization: `Bearer ${token}`,
    ...(isJson ? { 'content-type': 'application/json' } : {}),
  };
  const response = await fetch(network.url + path, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Seen['body'] };
}
const post = (json: object): Promise<Seen> => send('/api/v1/statuses', JSON.stringify(json));
const refused = (status: number, error: string): object => ({ status, body: { error } });
const accepted = (body: object = {}): object => ({ status: 200, body: expect.objectContaining(body) });

async function upload(): Promise<unknown> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(8)], 'a.png', { type: 'image/png' }));
  return (await send('/api/v2/media', form)).body.id;
}

describe('a poll', () => {
  const ask = (changes: object = {}, rest: object = {}): Promise<Seen> =>
    post({ status: 'What?', poll: { options: ['a', ' b '], expires_in: 3600, ...changes }, ...rest });

  it('is shown with its answers, trimmed, without the empty ones', async () => {
    expect(await ask({ options: [' a ', '', 'b'] })).toMatchObject(
      accepted({
        poll: expect.objectContaining({
          options: [
            { title: 'a', votes_count: 0 },
            { title: 'b', votes_count: 0 },
          ],
        }),
      }),
    );
    expect((await ask({ hide_totals: true })).body.poll).toMatchObject({
      options: [{ votes_count: null }, {}],
    });
  });

  it.each([
    [{ options: ['a', ' '] }, 'Poll options must have more than one item'],
    [{ options: [...'abcde'] }, "Poll options can't contain more than 4 items"],
    [{ options: ['a', 'a '] }, 'Poll options contain duplicate items'],
    [{ options: ['a', 'x'.repeat(51)] }, "Poll options can't be longer than 50 characters each"],
    [{ expires_in: 299 }, 'Poll expires at is too soon'],
    [{ expires_in: 2_629_747 }, 'Poll expires at is too far into the future'],
    [{ expires_in: undefined }, "Poll expires at can't be blank"],
  ])('is refused with %j', async (changes, problem) => {
    expect(await ask(changes)).toMatchObject(refused(422, `Validation failed: ${problem}`));
  });

  it('is refused beside a picture', async () => {
    const media_ids = [await upload()];
    expect(await ask({}, { media_ids })).toMatchObject(refused(422, 'Cannot attach more than 4 files'));
    expect(await post({ status: 'What?', media_ids })).toMatchObject(accepted());
  });
});
