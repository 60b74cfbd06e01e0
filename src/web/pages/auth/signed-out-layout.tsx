import { Button } from '@mantine/core';
import { Navigate, Outlet, useOutletContext } from 'react-router';
import { api, type Answer } from '../../api/client.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';

/**
 * The pages for people who are not signed in. While the instance has no account yet, they all lead to the
 * first run; who came over from another instance signs in, whether or not this one has an operator.
 */
export default function SignedOutLayout() {
  const { data, error, refetch } = api.useQuery('get', '/auth/setup', {}, { staleTime: 60_000 });
  if (error) {
    return (
      <AuthCard title={strings.common.product}>
        <ErrorAlert error={error} />
        <Button onClick={() => void refetch()}>{strings.common.tryAgain}</Button>
      </AuthCard>
    );
  }
  if (!data) return <Loading />;
  if (data.needed && !data.accounts) return <Navigate replace to="/setup" />;
  return <Outlet context={data} />;
}

/** What the instance offers: registration, email. For pages inside `SignedOutLayout`. */
export const useSetup = (): Answer<'getSetup'> => useOutletContext<Answer<'getSetup'>>();
