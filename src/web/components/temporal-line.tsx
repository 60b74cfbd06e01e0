import { api } from '../api/client.ts';
import { latePart } from './late-part.tsx';

const LOOK_EVERY_MS = 2000;
const TemporalProgress = latePart(() => import('./temporal-progress.tsx'));

/** Shows that posts wait for Temporal's server, and its progress. Nothing when it is there. */
export function TemporalLine() {
  const { data } = api.useQuery(
    'get',
    '/temporal',
    {},
    // One that failed is tried again by the next start of the instance, which this page outlives.
    { refetchInterval: ({ state }) => (state.data?.state === 'started' ? false : LOOK_EVERY_MS) },
  );
  if (!data || data.state === 'started') return null;
  return <TemporalProgress temporal={data} />;
}
