import { api } from '../api/client.ts';

/** Whether publishing is frozen, here or for the whole instance: what is published at once waits then. */
export const useFrozen = (): boolean => Boolean(api.useQuery('get', '/status', {}).data?.frozen);
