/**
 * A strict stand-in for YouTube: Google's page of consent and tokens, resumable uploads, videos, the playlist
 * of uploads, thumbnails and refusals in YouTube's own words. It can hand over every exchange of the Data
 * API, so that Google's own description checks both sides.
 */
import { randomBytes } from 'node:crypto';
import type { Recorder } from '../../oracles/exchange.ts';
import { serveGoogle } from '../google/call.ts';
import type { Answer, Call } from './call.ts';
import { captionRoutes } from './captions.ts';
import { commentRoutes } from './comments.ts';
import { dataRoutes } from './data.ts';
import { playlistRoutes } from './playlists.ts';
import { oauthRoutes } from '../google/oauth.ts';
import type { Armed, CaptionTrack, Comment, Owner, Playlist, State, Video } from './state.ts';
import { uploadRoutes } from './uploads.ts';

export interface YouTubeOptions {
  /** The redirect URLs of the app. */
  readonly redirectUris?: readonly string[];
  readonly recorder?: Recorder;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on YouTube. */
export interface YouTube {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** `channel: false`: a Google account that has none. */
  createOwner(owner: { title: string; verified?: boolean; channel?: boolean }): Owner;
  createPlaylist(owner: Owner, title: string): Playlist;
  /** Ends all access: withdrawn by the person, or after 7 days of an app in testing. */
  endGrants(): void;
  /** An hour passes for every access token; refresh tokens stay. */
  endAccessTokens(): void;
  /** A week passes for every upload. */
  endSessions(): void;
  /** How far the uploads are, in bytes. */
  uploads(): readonly number[];
  /** What is live, oldest first. */
  videos(): readonly Video[];
  comments(): readonly Comment[];
  captions(): readonly CaptionTrack[];
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const routes = [
  ...oauthRoutes,
  ...uploadRoutes,
  ...dataRoutes,
  ...playlistRoutes,
  ...commentRoutes,
  ...captionRoutes,
];

export async function startYouTube(options: YouTubeOptions = {}): Promise<YouTube> {
  const state = createState(options);
  const { url, stop } = await serveGoogle((call) => answer(state, call), {
    recorder: options.recorder,
    records: ({ path }) => path.includes('/youtube/v3/'),
  });
  state.url = url;
  return {
    url,
    client: state.app,
    createOwner({ title, verified = true, channel = true }) {
      const id = randomBytes(16).toString('base64url');
      const handle = `@${title.toLowerCase()}`;
      const owner = { id: `UC${id}`, title, handle, uploads: channel ? `UU${id}` : '', verified };
      state.owners.push(owner);
      return owner;
    },
    createPlaylist(owner, title) {
      const playlist = { id: `PL${randomBytes(12).toString('base64url')}`, title, owner, items: [] };
      state.playlists.push(playlist);
      return playlist;
    },
    endGrants() {
      for (const grant of state.refreshTokens.values()) grant.ended = true;
    },
    endAccessTokens: () => state.accessTokens.clear(),
    endSessions: () => state.sessions.clear(),
    uploads: () => [...state.sessions.values()].map(({ received }) => received),
    videos: () => state.videos.filter(({ deleted }) => !deleted),
    comments: () => state.comments.filter(({ deleted }) => !deleted),
    captions: () => state.captions,
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

const createState = ({ redirectUris = [], now = () => new Date() }: YouTubeOptions): State => ({
  url: '',
  app: {
    id: `${randomBytes(6).readUIntBE(0, 6)}.apps.googleusercontent.com`,
    secret: `GOCSPX-${randomBytes(20).toString('base64url')}`,
    redirectUris,
  },
  owners: [],
  codes: new Map(),
  accessTokens: new Map(),
  refreshTokens: new Map(),
  sessions: new Map(),
  videos: [],
  playlists: [],
  comments: [],
  captions: [],
  captionSessions: new Map(),
  armed: { polls: 0, rejection: null, losesItems: 0, insertsLeft: 100_000 },
  now,
});

function answer(state: State, call: Call): Answer {
  const route = routes.find(({ method, path }) => method === call.method && path === call.path);
  return route?.handle(state, call) ?? { status: 404, body: 'Not Found' };
}
