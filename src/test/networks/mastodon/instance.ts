/** Information about the instance, and the account behind a token. */
import { authorize, type Answer, type Call, type Route } from './call.ts';
import { MIME_TYPES } from './media.ts';
import type { State } from './state.ts';
import { presentAccount } from './statuses.ts';

function instance(state: State): Answer {
  const { limits } = state;
  const configuration = {
    statuses: {
      max_characters: limits.maxCharacters,
      max_media_attachments: limits.maxMedia,
      characters_reserved_per_url: limits.charactersReservedPerUrl,
    },
    media_attachments: {
      description_limit: limits.descriptionLength,
      supported_mime_types: MIME_TYPES,
      image_size_limit: limits.imageBytes,
      image_matrix_limit: 33_177_600,
      video_size_limit: limits.videoBytes,
      video_frame_rate_limit: 120,
      video_matrix_limit: 8_294_400,
    },
  };
  return {
    status: 200,
    body: {
      domain: new URL(state.url).host,
      title: 'Stand-in',
      version: state.version,
      source_url: '',
      configuration,
      rules: [],
    },
  };
}

function nodeinfo(state: State): Answer {
  return {
    status: 200,
    body: {
      version: '2.0',
      software: { name: state.software, version: state.version },
      protocols: ['activitypub'],
      openRegistrations: false,
    },
  };
}

function wellKnown(state: State): Answer {
  return {
    status: 200,
    body: {
      links: [{ rel: 'http://nodeinfo.diaspora.software/ns/schema/2.0', href: `${state.url}/nodeinfo/2.0` }],
    },
  };
}

function verifyCredentials(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'read:accounts', 'profile');
  return {
    status: 200,
    body: {
      ...presentAccount(state, account),
      source: { privacy: 'public', language: null, note: '', fields: [] },
    },
  };
}

export const instanceRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/api\/v2\/instance$/, handle: instance },
  { method: 'GET', path: /^\/nodeinfo\/2\.0$/, handle: nodeinfo },
  { method: 'GET', path: /^\/\.well-known\/nodeinfo$/, handle: wellKnown },
  { method: 'GET', path: /^\/api\/v1\/accounts\/verify_credentials$/, handle: verifyCredentials },
];
