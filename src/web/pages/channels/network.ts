import type { Answer } from '../../api/client.ts';

/** A network that channels can be connected to. */
export type Network = Answer<'listProviders'>[number];
