import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { Entrance } from '../../components/entrance.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { strings } from '../../strings/index.ts';
import { keepAnswer, type NetworkAnswer } from './answer.ts';

const text = strings.connect;

/**
 * Nobody is signed in where the network sent the browser to: most likely the instance was opened under two
 * hosts. What a key asked for needs a sign-in, and goes on then.
 */
export function SignedOut({ provider, answer }: { provider: string; answer: NetworkAnswer }) {
  const { data, error } = api.useQuery(
    'post',
    '/integrations/social/{provider}/look',
    { params: { path: { provider } }, body: { state: answer.state ?? '' } },
    { staleTime: Infinity },
  );
  if (error) {
    return (
      <Entrance title={text.failed}>
        <RefusalAlert error={error} />
      </Entrance>
    );
  }
  if (!data) {
    return (
      <Entrance title={text.title}>
        <Loading />
      </Entrance>
    );
  }
  if (data.signIn) {
    return (
      <Entrance title={text.signInFirst} intro={text.signInFirstHelp}>
        <Button
          component={Link}
          to={`/sign-in?next=/integrations/social/${encodeURIComponent(provider)}`}
          onClick={() => keepAnswer(provider, answer)}
        >
          {text.signIn}
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={text.invalidState} intro={text.signedOut(location.host)}>
      <RefusalAlert error={{ code: 'invalid_state', message: data.message }} title="" />
      <Button component={Link} to="/sign-in?next=/settings/channels">
        {text.signIn}
      </Button>
    </Entrance>
  );
}
