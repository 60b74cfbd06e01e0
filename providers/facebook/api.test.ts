import { expect, it } from '@jest/globals';
import type { ProviderContext } from '../_kit/contract.ts';
import { callsOf, storyUploadUrl } from './api.ts';

const env = {};

it("a video is published at the host of all other calls, as Facebook's own host for videos is deprecated", async () => {
  const called: string[] = [];
  const egress = {
    fetch: async (url: string | URL) => {
      called.push(String(url));
      return Response.json({ success: true });
    },
  };
  const context = { env, egress, now: () => new Date() } as unknown as ProviderContext;
  await callsOf({ credentials: { token: 'a' } }, context)('/1/videos', { form: { upload_phase: 'start' } });
  expect(called).toEqual(['https://graph.facebook.com/v26.0/1/videos']);
});

it("the bytes of a story go to the URL that Facebook names, if that is on Facebook's server for uploads", () => {
  const usual = 'https://rupload.facebook.com/video-upload/v26.0/7';
  const named = 'https://rupload.facebook.com/video-upload/v30.0/7?part=1';
  expect(storyUploadUrl({ env }, { video: '7', url: named })).toBe(named);
  for (const url of [undefined, 'https://rupload.facebook.com.example/video-upload/7', 'elsewhere']) {
    expect(storyUploadUrl({ env }, { video: '7', url })).toBe(usual);
  }
});
