import { describeWith } from '../../src/test/servers/server.ts';
import { pds } from '../../src/test/servers/pds.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { startBluesky } from './fixtures/world.ts';
import { bluesky } from './index.ts';

describeWith([pds], 'On a real PDS', () => testProvider(bluesky, startBluesky));
