import { linkedInTable } from '../_kit/fixtures/linkedin-table.ts';
import { testNetwork } from '../_kit/test-network.ts';
import { linkedinPage } from './index.ts';

testNetwork(linkedinPage, linkedInTable);
