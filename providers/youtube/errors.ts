/**
 * What YouTube's errors mean (developers.google.com/youtube/v3/docs/errors, docs/videos/insert, "Errors").
 */
import type { ProviderError } from '../_kit/errors.ts';
import type { HttpFailure } from '../_kit/http.ts';
import { mapFailure as mapGoogle, type Reasons } from '../_shared/google/errors.ts';

const REASONS: Reasons = {
  gone: new Set([
    'youtubeSignupRequired',
    'insufficientPermissions',
    'accountClosed',
    'accountSuspended',
    'channelClosed',
    'channelSuspended',
    'authenticatedUserAccountClosed',
    'authenticatedUserAccountSuspended',
  ]),
  // The first two are of the app; `uploadLimitExceeded` is the channel's own, whose end is not documented.
  untilTomorrow: new Set(['quotaExceeded', 'dailyLimitExceeded', 'uploadLimitExceeded']),
  remedies: {
    youtubeSignupRequired: 'the Google account has no channel; create one at youtube.com and reconnect',
    insufficientPermissions: 'reconnect the channel and leave every box ticked',
    quotaExceeded: 'the quota of the app is used up; it resets at midnight Pacific time',
    dailyLimitExceeded: 'the quota of the app is used up; it resets at midnight Pacific time',
    uploadLimitExceeded: 'YouTube takes no more videos of this channel today',
    accessNotConfigured:
      'the operator enables the YouTube Data API v3 for the app in the Google Cloud console',
  },
};

/** Maps an answer that is not 2xx. */
export const mapFailure = (failure: HttpFailure, now: Date): ProviderError =>
  mapGoogle(failure, REASONS, now);
