import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../src/test/oracles/meta/meta.ts';
import { startHarness } from '../_shared/meta/fixtures/contract.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { testSteps } from '../_kit/test-steps.ts';
import { facebook } from './index.ts';

const recorder = createRecorder();

testProvider(facebook, () => startHarness(facebook, recorder));
testSteps(facebook, () => startHarness(facebook, recorder));

testAgainstMeta('facebook', recorder);
