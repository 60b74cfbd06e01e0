/** `connect` of a network that gives tokens to apps only: there is nothing that a person could type. */
import type { Provider } from './contract.ts';
import { Rejected } from './errors.ts';
import { sentence } from './sentences/catalogue.ts';

export const connectInBrowser =
  (network: string): Provider['connect'] =>
  async () => {
    throw new Rejected(sentence('connected_in_browser', { network }));
  };
