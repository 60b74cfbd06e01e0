import { testNetwork } from '../_kit/test-network.ts';
import { linkedInTable } from './fixtures/table.ts';
import { linkedin, linkedinPage } from './index.ts';

testNetwork(linkedin, linkedInTable);
testNetwork(linkedinPage, linkedInTable);
