/** Information about the instance, and the account behind a token. */
import { authorize, notFound, type Answer, type Call, type Route } from './call.ts';
import { MIME_TYPES } from './media.ts';
import type { State } from './state.ts';
import { presentAccount } from './statuses.ts';

function configurationOf({ limits }: State): object {
  const [least, most] = limits.pollExpiration;
  return {
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
    polls: {
      max_options: limits.pollOptions,
      max_characters_per_option: limits.pollOptionLength,
      min_expiration: least,
      max_expiration: most,
    },
  };
}

function instance(state: State): Answer {
  if (state.description !== 'v2') throw notFound();
  const { version } = state;
  const [, minor] = /^(4\.\d+)/.exec(version) ?? [];
  // 4.5 states version 7 (methods/statuses, "Version history"); 4.3 began with 2 (entities/Instance).
  const versions = Number(minor) >= 4.3 ? { api_versions: { mastodon: Number(minor) >= 4.5 ? 7 : 2 } } : {};
  const head = { domain: new URL(state.url).host, title: 'Stand-in', version, source_url: '' };
  return {
    status: 200,
    body: { ...head, ...versions, languages: ['en'], configuration: configurationOf(state), rules: [] },
  };
}

/** Version 1 (docs.joinmastodon.org/entities/V1_Instance), and Pleroma's names in it. */
function firstInstance(state: State): Answer {
  const { limits, version } = state;
  const [least, most] = limits.pollExpiration;
  const own = {
    max_toot_chars: limits.maxCharacters,
    upload_limit: limits.imageBytes,
    description_limit: limits.descriptionLength,
    poll_limits: {
      max_options: limits.pollOptions,
      max_option_chars: limits.pollOptionLength,
      min_expiration: least,
      max_expiration: most,
    },
  };
  const rest = state.description === 'pleroma' ? own : { configuration: configurationOf(state) };
  return { status: 200, body: { uri: new URL(state.url).host, title: 'Stand-in', version, ...rest } };
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

/** docs.joinmastodon.org, "accounts API methods", "Search for matching accounts". */
function searchAccounts(state: State, call: Call): Answer {
  authorize(state, call, 'read:accounts');
  const wanted = (call.query.get('q') ?? '').toLowerCase().replace(/^@/, '');
  const limit = Math.min(Number(call.query.get('limit') ?? 40), 80);
  const found = [...state.accounts.values()].filter(
    ({ username, suspended }) => wanted && !suspended && username.toLowerCase().startsWith(wanted),
  );
  return { status: 200, body: found.slice(0, limit).map((account) => presentAccount(state, account)) };
}

export const instanceRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/api\/v2\/instance$/, handle: instance },
  { method: 'GET', path: /^\/api\/v1\/instance$/, handle: firstInstance },
  { method: 'GET', path: /^\/nodeinfo\/2\.0$/, handle: nodeinfo },
  { method: 'GET', path: /^\/\.well-known\/nodeinfo$/, handle: wellKnown },
  { method: 'GET', path: /^\/api\/v1\/accounts\/verify_credentials$/, handle: verifyCredentials },
  { method: 'GET', path: /^\/api\/v1\/accounts\/search$/, handle: searchAccounts },
];
