import { testProvider } from '../_kit/test-provider.ts';
import { startSandbox } from './fixtures/world.ts';
import { sandbox } from './index.ts';

testProvider(sandbox, startSandbox);
