import { Button } from '@mantine/core';
import { Navigate, Outlet, useOutletContext } from 'react-router';
import { api } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import { Entrance } from '../../components/entrance.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { strings } from '../../strings/index.ts';

/** What the instance says to people who are not signed in. */
export type Setup = operations['getSetup']['responses'][200]['content']['application/json'];

/**
 * The pages of people who are not signed in (yet). On an instance that nobody owns, each of them is the first
 * run.
 */
export default function Outside() {
  const { data, error, refetch } = api.useQuery('get', '/auth/setup', {}, { staleTime: 60_000 });
  if (error) {
    return (
      <Entrance title={strings.common.product}>
        <RefusalAlert error={error} />
        <Button onClick={() => void refetch()}>{strings.common.tryAgain}</Button>
      </Entrance>
    );
  }
  if (!data) return <Loading />;
  if (data.needed) return <Navigate replace to="/setup" />;
  return <Outlet context={data} />;
}

/** Inside of `Outside`. */
export const useSetup = (): Setup => useOutletContext<Setup>();
