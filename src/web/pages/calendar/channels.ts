import { createContext, use } from 'react';
import type { Answer } from '../../api/client.ts';

export type Channel = Answer<'listIntegrations'>[number];

/** The organisation's channels, for everything inside the calendar. */
export const Channels = createContext<readonly Channel[]>([]);

export const useChannels = (): readonly Channel[] => use(Channels);
