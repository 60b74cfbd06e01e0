import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { keepCallback, type CallbackParams } from './callback-params.ts';

const text = strings.connect;

/**
 * Shown when the network sends back a browser that is not signed in. If an API key asked for the connection,
 * the person signs in and it continues; otherwise the instance was most likely opened under two hosts.
 */
export function SignedOut({ provider, callback }: { provider: string; callback: CallbackParams }) {
  const { data, error } = api.useQuery(
    'post',
    '/integrations/social/{provider}/look',
    { params: { path: { provider } }, body: { state: callback.state ?? '' } },
    { staleTime: Infinity },
  );
  if (error) {
    return (
      <AuthCard title={text.failed}>
        <ErrorAlert error={error} />
      </AuthCard>
    );
  }
  if (!data) {
    return (
      <AuthCard title={text.title}>
        <Loading />
      </AuthCard>
    );
  }
  if (data.signIn) {
    return (
      <AuthCard title={text.signInFirst} intro={text.signInFirstHelp}>
        <Button
          component={Link}
          to={`/sign-in?next=/integrations/social/${encodeURIComponent(provider)}`}
          onClick={() => keepCallback(provider, callback)}
        >
          {text.signIn}
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.invalidState} intro={text.signedOut(location.host)}>
      <ErrorAlert
        error={{
          ...data.explanation,
          code: 'invalid_state',
          reason: data.explanation?.code,
          statusCode: 400,
        }}
        title=""
      />
      <Button component={Link} to="/sign-in?next=/channels">
        {text.signIn}
      </Button>
    </AuthCard>
  );
}
