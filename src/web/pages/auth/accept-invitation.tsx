import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, http } from '../../api/client.ts';
import { enter, leave, useSession, type Me } from '../../api/session.ts';
import { Entrance } from '../../components/entrance.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { strings } from '../../strings/index.ts';
import { keepInvitation, keptInvitation } from './invitation.ts';
import { useMailToken } from './mail-token.ts';

const text = strings.auth.invitation;

/** Who invites to what; accepted by whoever is signed in, or after signing in or up. */
export default function AcceptInvitation() {
  const fromLink = useMailToken();
  const token = fromLink ?? keptInvitation()?.token ?? null;
  const { me } = useSession();
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== null,
    retry: false,
    queryFn: () => look(token ?? ''),
  });
  useEffect(() => {
    if (token && data) keepInvitation({ token, organization: data.organization });
  }, [token, data]);
  const foot = (
    <Anchor component={Link} to="/" size="sm" onClick={() => keepInvitation(null)}>
      {text.start}
    </Anchor>
  );
  if (!token) return <Entrance title={text.failed} intro={text.noToken} foot={foot} />;
  if (error) {
    return (
      <Entrance title={text.failed} foot={foot}>
        <RefusalAlert error={error} title="" />
      </Entrance>
    );
  }
  if (!data || me === undefined) return <Loading />;
  return (
    <Entrance title={text.title} foot={foot}>
      <Stack gap={4} className="any-text">
        <Text>{data.invitedBy ? text.by(data.invitedBy) : text.byNobody}</Text>
        <Text size="xl" fw={650}>
          <bdi>{data.organization}</bdi>
        </Text>
        <Text c="dimmed" size="sm">
          {text.as[data.role]}
        </Text>
        {data.email && (
          <Text c="dimmed" size="sm">
            {text.forAddress(data.email)}
          </Text>
        )}
      </Stack>
      {me ? <Accept me={me} token={token} /> : <Ways />}
    </Entrance>
  );
}

function Ways() {
  return (
    <Stack gap="sm">
      <Button component={Link} to="/sign-up">
        {text.signUp}
      </Button>
      <Button component={Link} to="/sign-in" variant="default">
        {text.signIn}
      </Button>
    </Stack>
  );
}

function Accept({ me, token }: { me: Me; token: string }) {
  const navigate = useNavigate();
  const accept = api.useMutation('post', '/auth/invitation/accept', {
    onSuccess: (next) => {
      keepInvitation(null);
      enter(next);
      void navigate('/', { replace: true });
    },
  });
  const signOut = api.useMutation('post', '/auth/logout', {
    onSettled: () => {
      leave();
      void navigate('/sign-in');
    },
  });
  return (
    <Stack gap="sm">
      <RefusalAlert error={accept.error} />
      <Text size="sm" className="any-text">
        {text.signedInAs(me.user.name, me.user.email)}
      </Text>
      <Button loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
        {text.accept}
      </Button>
      <Button variant="default" onClick={() => signOut.mutate({})}>
        {text.other}
      </Button>
    </Stack>
  );
}

async function look(token: string) {
  const { data, error } = await http.POST('/auth/invitation', { body: { token } });
  if (error) throw error;
  return data;
}
