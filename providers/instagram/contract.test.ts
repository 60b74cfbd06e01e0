import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../src/test/oracles/meta/meta.ts';
import { startHarness } from '../_shared/meta/fixtures/contract.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { testSteps } from '../_kit/test-steps.ts';
import { instagram, instagramStandalone } from './index.ts';

const recorder = createRecorder();
testProvider(instagram, () => startHarness(instagram, recorder));
testSteps(instagram, () => startHarness(instagram, recorder));
testAgainstMeta('instagram', recorder);

const standalone = createRecorder();
testProvider(instagramStandalone, () => startHarness(instagramStandalone, standalone));
testAgainstMeta('instagram-standalone', standalone);
