/**
 * YouTube: videos on a channel, with the YouTube Data API v3
 * (developers.google.com/youtube/v3/docs/videos/insert).
 */
import { numberOf } from '../_kit/context.ts';
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { QUOTA_ZONE } from '../_shared/google/errors.ts';
import { appSetup } from './app-setup.ts';
import { API } from './api.ts';
import { APP, COMMENTS_VARIABLE, connect, oauth, refresh } from './auth.ts';
import { PUBLISH_TIMEOUT_MS, rules, SESSION_MS, settingsMediaRules, validate } from './rules.ts';
import { settingsSchema, THUMBNAIL } from './schema.ts';
import { tools } from './tools.ts';

const UPLOADS_PER_DAY = 'YOUTUBE_UPLOADS_PER_DAY';

export const youtube: Provider = {
  identifier: 'youtube',
  name: 'YouTube',
  mark: { simpleIcon: 'youtube' },
  popularity: 4,
  preview: 'card',
  evidence: {
    kind: 'description',
    what: "Google's own discovery document of the YouTube Data API (google-api-python-client 2.202.0) and a stand-in",
    not: 'the steps of a resumable upload, errors and processing, which the document leaves open',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: APP.idVariable,
      required: false,
      help: 'Client ID of an OAuth client of the type Web application at console.cloud.google.com; with YOUTUBE_CLIENT_SECRET it lets people connect YouTube. providers/youtube/youtube.md has the steps',
    },
    { name: APP.secretVariable, required: false, help: 'Client secret of that OAuth client' },
    {
      name: COMMENTS_VARIABLE,
      required: false,
      help: 'true also asks for youtube.force-ssl, without which there are no subtitles and no first comment below a video; the scope belongs to the app at Google, and channels that are connected already have to be reconnected',
    },
    {
      name: UPLOADS_PER_DAY,
      required: false,
      help: "Videos that the project's quota at Google takes a day; default 100. People are warned before they plan more",
    },
    {
      name: API.urlVariable,
      required: false,
      help: "URL of a server in place of Google's (accounts.google.com, oauth2.googleapis.com, youtube.googleapis.com), for tests",
    },
  ],
  settingsSchema,
  settingsMedia: [THUMBNAIL],
  settingsMediaRules,
  rules,
  postLimit: (env) => ({
    posts: numberOf(env, UPLOADS_PER_DAY) ?? 100,
    of: 'app',
    within: { dayIn: QUOTA_ZONE },
    eachPart: false,
  }),
  followUps: 'comment',
  // An upload session makes one video at most, and shows whether it has.
  videoCover: 'picture',
  capability: 'lookup',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The session knows at once; this allows for a call that was cut off.
  settleMs: 30_000,
  preparedForMs: SESSION_MS,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll', 'remove'),
  keyOf: (post) => idOf(post, /[?&](?:lc|v(?!.*[?&]lc=))=([\w.-]+)/),
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
