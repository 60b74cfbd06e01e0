import { startHarness } from '../_shared/linkedin/fixtures/world.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { linkedin } from './index.ts';

// The stand-in shows a post at once, so there is nothing to wait for.
testProvider({ ...linkedin, settleMs: 0 }, () => startHarness('profile'));
