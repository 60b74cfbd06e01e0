import { linkedInTable } from '../_shared/linkedin/fixtures/table.ts';
import { testNetwork } from '../_kit/test-network.ts';
import { linkedinPage } from './index.ts';

testNetwork(linkedinPage, linkedInTable);
