/** MeWe's API lists no posts, and has no key that would make a repeat safe: a person has to look. */
import type { Provider } from '../_kit/contract.ts';

export const verify: Provider['verify'] = async () => ({
  status: 'unknown',
  reason: 'MeWe offers no way to look a post up',
});
