import { testProvider } from '../_kit/test-provider.ts';
import { startHarness } from './fixtures/world.ts';
import { linkedin, linkedinPage } from './index.ts';

// The stand-in shows a post at once, so there is nothing to wait for.
testProvider({ ...linkedin, settleMs: 0 }, () => startHarness('profile'));
testProvider({ ...linkedinPage, settleMs: 0 }, () => startHarness('page'));
