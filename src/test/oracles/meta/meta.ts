/** Meta's own tables of the Graph API, as an oracle of its networks. */
import { expect, it } from '@jest/globals';
import { describeWith } from '../../servers/server.ts';
import type { Recorder } from '../exchange.ts';
import { checkAll, type Mistake } from '../oracle.ts';
import { metaCheck } from './check.ts';
import { tables } from './tables.ts';

/** The objects that a network's calls are about. */
const OBJECTS: Readonly<Record<string, readonly string[]>> = {
  facebook: [
    'user',
    'page',
    'pagepost',
    'photo',
    'advideo',
    'comment',
    'stories',
    'insightsresult',
    'permission',
  ],
  instagram: ['user', 'iguser', 'igmedia', 'igcomment', 'shadowigmediabuilder', 'instagraminsightsresult'],
  'instagram-standalone': [
    'iguserforigonlyapi',
    'igmediaforigonlyapi',
    'igcomment',
    'instagraminsightsresult',
  ],
};

const MISTAKES: readonly Mistake[] = [
  {
    reason:
      'The tables say that a Page is returned: developers.facebook.com/docs/page-stories-api has post_id',
    covers: ({ operation, message }) =>
      operation === 'POST /{}/photo_stories' && message === 'no field post_id',
  },
  {
    reason:
      'The tables have no sounds: developers.facebook.com/documentation/instagram-platform/content-publishing/audio-api',
    covers: ({ operation }) => operation === 'GET /ig_audio',
  },
  {
    reason:
      'The tables have no files: developers.facebook.com/docs/graph-api/reference/page/photos has source',
    covers: ({ operation, message }) => operation === 'POST /{}/photos' && message === 'no parameter source',
  },
  {
    reason:
      'The tables have an object: developers.facebook.com/docs/graph-api/reference/page/feed has a Page ID',
    covers: ({ operation, message }) =>
      operation === 'POST /{}/feed' && message.startsWith('place is no Object'),
  },
  {
    reason:
      'An edge may be asked for as a field: developers.facebook.com/docs/graph-api/guides/field-expansion',
    covers: ({ operation, message }) =>
      operation === 'GET /{}/published_posts' && message === 'no field attachments',
  },
  {
    reason: 'Bytes of stories go to another server: developers.facebook.com/docs/page-stories-api',
    covers: ({ operation }) => operation.startsWith('POST /video-upload/'),
  },
  {
    reason:
      'The tables have no containers; developers.facebook.com/docs/instagram-platform/reference/ig-container',
    covers: ({ operation, message }) =>
      operation === 'GET /{}' && /no field (status_code|status)$/.test(message),
  },
  {
    reason:
      'Uploads go to another server: developers.facebook.com/docs/instagram-platform/content-publishing/resumable-uploads',
    covers: ({ operation }) => operation.startsWith('POST /ig-api-upload/'),
  },
  {
    reason: 'Its answer is where the bytes go (the same page)',
    covers: ({ operation, message }) => operation === 'POST /{}/media' && message === 'no field uri',
  },
  {
    reason:
      "The generator writes mediapublish for accounts without a Page; all of Meta's pages have media_publish",
    covers: ({ operation }) => operation === 'POST /{}/media_publish',
  },
];

/** Registers the comparison; call it after all other tests of the file, which share one recorder. */
export function testAgainstMeta(network: string, recorder: Recorder): void {
  describeWith([tables], `What these tests and ${network} said to each other`, () => {
    it("is as Meta's own tables have it", async () => {
      const known = new Map((OBJECTS[network] ?? []).map((name) => [name, tables.read(name)]));
      const oracle = { name: 'Meta', file: '', check: () => async () => [], mistakes: MISTAKES };
      expect(recorder.exchanges.length).toBeGreaterThan(0);
      const { unexplained } = await checkAll(oracle, metaCheck(known), recorder.exchanges);
      expect([...new Set(unexplained.map((f) => `${f.side} of ${f.operation}: ${f.message}`))]).toEqual([]);
    });
  });
}
