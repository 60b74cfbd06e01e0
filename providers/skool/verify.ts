/** A group's feed is private, and its pages change with every release of Skool: a person has to look. */
import type { Provider } from '../_kit/contract.ts';

export const verify: Provider['verify'] = async () => ({
  status: 'unknown',
  reason: 'Skool offers no way to look a post up',
});
