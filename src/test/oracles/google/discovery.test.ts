/** The oracle by Google's discovery documents finds what is wrong, and nothing else. */
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Exchange } from '../exchange.ts';
import { discoveryCheck } from './discovery.ts';
import { documents } from './documents.ts';
import { mybusiness4 } from './mybusiness4.ts';

const json = (value: unknown): Exchange['answer'] => ({
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: Buffer.from(JSON.stringify(value)),
});

describeWith([documents], "Google's description of the YouTube Data API", () => {
  const messages = async (exchange: Partial<Exchange>): Promise<string[]> => {
    const check = discoveryCheck(documents.read('youtube.v3'));
    const read: Exchange = {
      method: 'GET',
      target: '/youtube/v3/videos?part=status&id=a',
      request: { headers: {}, body: Buffer.alloc(0) },
      status: 200,
      answer: json({ items: [{ id: 'a', status: { uploadStatus: 'processed' } }] }),
    };
    return (await check({ ...read, ...exchange })).map(({ side, message }) => `${side} ${message}`);
  };

  it('has nothing against a request and an answer that it describes', async () => {
    expect(await messages({})).toEqual([]);
  });

  it('names methods and parameters that are unknown, missing or of another type', async () => {
    expect(await messages({ target: '/youtube/v3/films?part=id' })).toEqual([
      'request is no method of the API',
    ]);
    expect(await messages({ target: '/youtube/v3/videos?ids=a&maxResults=many' })).toEqual([
      'request lacks the parameter part',
      'request has an unknown parameter ids',
      'request has maxResults=many',
    ]);
  });

  it('names what a body has beyond its schema, in requests and in answers', async () => {
    const target = '/upload/youtube/v3/videos?part=snippet&uploadType=resumable';
    const { headers, body } = json({ snippet: { name: 'Film' } });
    const upload = { ...headers, 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': '9' };
    expect(await messages({ method: 'POST', target, request: { headers: upload, body } })).toEqual([
      expect.stringMatching(/^request \/snippet .*additionalProperty":"name"/),
      expect.stringMatching(/^answer .*additionalProperty":"items"/),
    ]);
    expect(await messages({ answer: json({ items: [{ status: { uploadStatus: 'ready' } }] }) })).toEqual([
      expect.stringMatching(/^answer \/items\/0\/status\/uploadStatus .*allowed values/),
    ]);
  });

  it('names a file that is too large or of a type that is not taken', async () => {
    const target = '/upload/youtube/v3/thumbnails/set?videoId=a&uploadType=media';
    const upload = (type: string, size: number): Promise<string[]> =>
      messages({
        method: 'POST',
        target,
        request: { headers: { 'content-type': type }, body: Buffer.alloc(size) },
        answer: json({ items: [] }),
      });
    expect(await upload('image/png', 10)).toEqual([]);
    expect(await upload('image/gif', 10)).toEqual(['request uploads the type image/gif']);
    expect(await upload('image/png', 52_428_801)).toEqual(['request uploads 52428801 bytes']);
  });
});

describeWith([mybusiness4], 'The types of the My Business API v4', () => {
  const exchange = (post: object): Exchange => ({
    method: 'POST',
    target: '/v4/accounts/1/locations/2/localPosts',
    request: { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(post)) },
    status: 200,
    answer: json({ name: 'accounts/1/locations/2/localPosts/3', state: 'LIVE' }),
  });
  const messages = async (post: object): Promise<string[]> =>
    (await discoveryCheck(mybusiness4.read())(exchange(post))).map(({ message }) => message);

  it('have nothing against a post that they describe, and name a field or a type that they do not have', async () => {
    const event = { title: 'Tasting', schedule: { startDate: { year: 2031, month: 5, day: 4 } } };
    expect(await messages({ topicType: 'EVENT', summary: 'Spring', event })).toEqual([]);
    expect(await messages({ summary: 7, event: { name: 'Tasting' } })).toEqual([
      expect.stringMatching(/^\/event .*additionalProperty":"name"/),
      expect.stringMatching(/^\/summary must be string/),
    ]);
  });
});
