/** The YouTube channel behind a Google account, and its tokens. */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import { credentialsOf, googleOAuth, refreshTokens, type GoogleApp } from '../_shared/oauth/google.ts';
import type { Tokens } from '../_shared/oauth/token-endpoint.ts';
import { API, readFirst } from './api.ts';
import { COMMENT_SCOPE } from './publish/comment.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The variables of the client registration. */
export const APP = { idVariable: 'YOUTUBE_CLIENT_ID', secretVariable: 'YOUTUBE_CLIENT_SECRET' } as const;

interface Owned {
  readonly id: string;
  readonly snippet?: {
    readonly title?: string;
    readonly customUrl?: string;
    readonly thumbnails?: { readonly default?: { readonly url?: string } };
  };
  readonly contentDetails?: { readonly relatedPlaylists?: { readonly uploads?: string } };
  /** `longUploadsStatus`: `allowed` once the channel is verified by phone. */
  readonly status?: { readonly longUploadsStatus?: string };
}

/** A person with several channels chooses one on Google's page: a token is for one channel. */
async function accounts(tokens: Tokens, ctx: ProviderContext): Promise<readonly ConnectedAccount[]> {
  const credentials = credentialsOf(tokens);
  const owned = await readFirst<Owned>({ credentials }, ctx, 'channels', {
    part: 'snippet,contentDetails,status',
    mine: 'true',
  }).catch(asRejected);
  const uploads = owned?.contentDetails?.relatedPlaylists?.uploads;
  if (!owned || !uploads) {
    throw new Rejected(sentence('youtube_no_channel'), { networkCode: 'youtubeSignupRequired' });
  }
  const { title, customUrl, thumbnails } = owned.snippet ?? {};
  return [
    {
      internalId: owned.id,
      name: title || owned.id,
      picture: thumbnails?.default?.url ?? null,
      profile: customUrl ?? null,
      credentials,
      details: {
        uploads,
        longUploads: owned.status?.longUploadsStatus ?? null,
        comments: tokens.scopes?.includes(COMMENT_SCOPE) ? GRANTED.comments : 'not granted',
      },
      expiresAt: tokens.expiresAt,
    },
  ];
}

/** Uploads, lists and deletes videos, sets thumbnails, and reads the numbers. */
export const SCOPES = ['https://www.googleapis.com/auth/youtube'] as const;

/** Where the operator says that people are asked for comments too: Google verifies an app with its scopes. */
export const COMMENTS_VARIABLE = 'YOUTUBE_COMMENTS';

/** The fact about a channel that may comment; those that were connected before have none. */
export const GRANTED = { comments: 'granted' } as const;

const google: GoogleApp = {
  network: 'YouTube',
  scopes: SCOPES,
  moreScopes: ({ env }) => (env[COMMENTS_VARIABLE]?.trim() === 'true' ? [COMMENT_SCOPE] : []),
  variables: APP,
  ...API,
  accounts,
};

export const oauth = googleOAuth(google);

/** There is nothing to type: Google gives tokens to apps only. */
export const connect = connectInBrowser('YouTube');

export const refresh: NonNullable<Provider['refresh']> = (channel, ctx) =>
  refreshTokens(google, channel, ctx);
