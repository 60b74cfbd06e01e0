import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { answerOf } from '../../api/answer-of.ts';
import { api, http } from '../../api/client.ts';
import { endSession, startSession, useSession, type Me } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { setPendingInvitation, pendingInvitation } from './pending-invitation.ts';
import { useMailToken } from './mail-token.ts';

const text = strings.invitation;

/** An invitation: accepted by the person who is signed in, or after signing in or signing up. */
export default function AcceptInvitation() {
  const fromLink = useMailToken();
  const token = fromLink ?? pendingInvitation()?.token ?? null;
  const { me } = useSession();
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== null,
    retry: false,
    queryFn: () => readInvitation(token ?? ''),
  });
  useEffect(() => {
    if (token && data) setPendingInvitation({ token, ...data });
  }, [token, data]);
  const foot = (
    <Anchor component={Link} to="/" size="sm" onClick={() => setPendingInvitation(null)}>
      {text.start}
    </Anchor>
  );
  if (!token) return <AuthCard title={text.failed} intro={text.noToken} foot={foot} />;
  if (error) {
    return (
      <AuthCard title={text.failed} foot={foot}>
        <ErrorAlert error={error} title="" />
      </AuthCard>
    );
  }
  if (!data || me === undefined) return <Loading />;
  return (
    <AuthCard title={text.title} foot={foot}>
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
      {me ? <AcceptButtons me={me} token={token} /> : <SignInOrSignUp />}
    </AuthCard>
  );
}

function SignInOrSignUp() {
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

function AcceptButtons({ me, token }: { me: Me; token: string }) {
  const navigate = useNavigate();
  const accept = api.useMutation('post', '/auth/invitation/accept', {
    onSuccess: (next) => {
      setPendingInvitation(null);
      startSession(next);
      void navigate('/', { replace: true });
    },
  });
  const signOut = api.useMutation('post', '/auth/logout', {
    onSettled: () => {
      endSession();
      void navigate('/sign-in');
    },
  });
  return (
    <Stack gap="sm">
      <ErrorAlert error={accept.error} />
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

const readInvitation = (token: string) => answerOf(http.POST('/auth/invitation', { body: { token } }));
