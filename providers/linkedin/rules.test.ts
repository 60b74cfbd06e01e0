import { linkedInTable } from '../_shared/linkedin/fixtures/table.ts';
import { testNetwork } from '../_kit/test-network.ts';
import { linkedin } from './index.ts';

testNetwork(linkedin, linkedInTable);
