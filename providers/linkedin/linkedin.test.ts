import { linkedInTable } from '../_kit/fixtures/linkedin-table.ts';
import { testNetwork } from '../_kit/test-network.ts';
import { linkedin } from './index.ts';

testNetwork(linkedin, linkedInTable);
