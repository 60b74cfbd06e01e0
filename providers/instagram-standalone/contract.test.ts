import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../src/test/oracles/meta/meta.ts';
import { startHarness } from '../_shared/meta/fixtures/contract.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { instagramStandalone } from './index.ts';

const recorder = createRecorder();

testProvider(instagramStandalone, () => startHarness(instagramStandalone, recorder));

testAgainstMeta('instagram-standalone', recorder);
