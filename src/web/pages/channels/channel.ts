import type { Answer } from '../../api/client.ts';

/** One of the list: with its health, its next free time and its queue. */
export type Channel = Answer<'listChannels'>[number];
