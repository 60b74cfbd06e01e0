/**
 * The guide before the reference: from nothing to a published post, and what holds for every call. It is
 * shown at /docs and, by `npm run generate`, in docs/public-api.md. Texts may have `code` and [links](url).
 */
import type { ExampleCall } from './examples.ts';

/** A step or a rule. `call`: what the reader runs. */
export interface GuidePart {
  readonly title: string;
  readonly text: readonly string[];
  readonly call?: ExampleCall;
  /** Lines that are typed into a terminal before anything else. */
  readonly terminal?: string;
}

/** A chapter; `id` is its anchor. */
export interface GuideSection {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly parts: readonly GuidePart[];
}

const post = { integration: { id: 'CHANNEL_ID' }, settings: { __type: 'NETWORK' } };

export const GUIDE: readonly GuideSection[] = [
  {
    id: 'start',
    title: 'Start in five minutes',
    text: ['From an API key to a post that has appeared. The sandbox channel of a new instance is enough.'],
    parts: [
      {
        title: '1. Make an API key',
        text: [
          'In the web app, open [Settings, API keys](/settings/api-keys) and create a key; an operator can also run `npm run crier -- keys create --name NAME`. It is shown once. The examples read it from the environment:',
        ],
        terminal: 'export CRIER_API_KEY=crk_…',
      },
      {
        title: '2. Find your channel',
        text: [
          'A channel is one connected account. Its `id` stands for `CHANNEL_ID` below, and its `identifier`, the name of the network, for `NETWORK`.',
        ],
        call: { method: 'GET', path: '/integrations' },
      },
      {
        title: '3. Publish a post',
        text: [
          'The answer has a `postId` for each channel. With `"type": "schedule"` and a `date`, the post waits for its date; with `"type": "draft"` it waits until a person schedules it, and needs no date.',
        ],
        call: {
          method: 'POST',
          path: '/posts',
          keyed: true,
          body: { type: 'now', posts: [{ ...post, value: [{ content: 'Hello from the API' }] }] },
        },
      },
      {
        title: '4. See it appear',
        text: [
          'Put the `postId` in place of `POST_ID`. `status` becomes `published`, `releaseURL` is its URL on the network, and `timeline` lists everything that happened, as text.',
        ],
        call: { method: 'GET', path: '/posts/POST_ID' },
      },
    ],
  },
  {
    id: 'rules',
    title: 'What holds for every call',
    text: [],
    parts: [
      {
        title: 'Who calls',
        text: [
          'Send the key in the `Authorization` header, on its own or after `Bearer `. It acts for the organisation in which it was made; a read-only key may only read. An app that acts for other people uses [OAuth](https://www.rfc-editor.org/rfc/rfc6749) and sends its access token in the same header.',
        ],
        call: { method: 'GET', path: '/is-connected' },
      },
      {
        title: 'Dates',
        text: [
          'Dates are ISO 8601: `2031-05-04T09:30:00Z` or `2031-05-04T11:30:00+02:00`. A date without a zone is UTC, regardless of the zone of the organisation. Answers are always in UTC.',
          'A date more than ten minutes in the past is refused. To publish at once, use `"type": "now"`, which needs no date.',
        ],
      },
      {
        title: 'Pictures and videos',
        text: [
          'Upload a file first. Then name the `id` and the `path` of the answer in `image`, with an `alt` text for people who cannot see it: `"image": [{"id": "…", "path": "…", "alt": "…"}]`.',
          'Where a picture or a video was taken is removed from it. If a network does not take its size, type or shape, `POST /media/{id}/fit` makes a copy that it takes.',
          'A video is trimmed by `POST /media/{id}/trim`, and converted to H.264 by `POST /media/{id}/convert` where the instance has ffmpeg. Both take a while: `GET /video-jobs/{id}` has the result.',
        ],
        call: { method: 'POST', path: '/upload', file: 'picture.png' },
      },
      {
        title: 'Sending a request again',
        text: [
          'A lost answer does not say whether the posts were created. Send an `Idempotency-Key` of your own with every create request, and repeat it with the same key and body: for 24 hours you get the first answer, and nothing is created twice.',
        ],
        call: {
          method: 'POST',
          path: '/posts',
          keyed: true,
          body: {
            type: 'schedule',
            date: '2031-05-04T09:30:00Z',
            posts: [{ ...post, value: [{ content: 'Spring menu' }] }],
          },
        },
      },
      {
        title: 'Errors',
        text: [
          'Every error has the same shape. `code` is stable, `message` is for people, and `issues` name each field that is wrong, with a code of their own and the values in the message: `{"statusCode": 400, "code": "invalid_request", "message": "…", "issues": [{"path": "posts.0.value", "message": "must have at least 1 entry", "code": "too_few_entries", "params": {"min": 1}}], "requestId": "…"}`. Match on codes, not on messages.',
          'After 429 and 503, wait as many seconds as the header `Retry-After` says. A 503 also says whether the request may have been carried out.',
        ],
      },
      {
        title: 'Limits',
        text: [
          'An organisation may send 90 create requests an hour, each for up to 100 channels, unless the operator allows more. `X-RateLimit-Remaining` says how many are left.',
        ],
      },
    ],
  },
];
