/** Whether a publish call with an unknown outcome took effect: it cannot be known. */
import type { Provider } from '../_kit/contract.ts';

/**
 * Always unknown. The API creates stories and shows none: it has no list of them, no call for a single one,
 * and no key that would make a repeat harmless. The feed at medium.com/feed is no part of the API; it appears
 * late and without drafts and unlisted stories, so that an absence there would prove nothing.
 */
export const verify: Provider['verify'] = async () => ({
  status: 'unknown',
  reason: "Medium's API shows no stories; look at medium.com/me/stories, among drafts and published ones",
});
