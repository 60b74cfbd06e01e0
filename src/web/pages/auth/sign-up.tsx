import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { startSession, useSession } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { useFields } from '../../components/fields.tsx';
import { Loading } from '../../components/loading.tsx';
import { PasswordField, newPassword } from '../../components/password-field.tsx';
import { browserZone } from '../../components/time-zone-field.tsx';
import { isolated } from '../../format/text.ts';
import { nextPath } from '../../next-path.ts';
import { strings } from '../../strings/index.ts';
import { setPendingInvitation, pendingInvitation } from './pending-invitation.ts';
import { useSetup } from './signed-out-layout.tsx';

const { fields: labels, signIn: toSignIn, signUp: text } = strings.auth;

/** A new account, with an organisation of its own or in the one it was invited to. */
export default function SignUp() {
  const { registration } = useSetup();
  const { me } = useSession();
  const [query] = useSearchParams();
  const [mailedTo, setMailedTo] = useState<string>();
  const foot = (
    <Text size="sm">
      {text.hasAccount}{' '}
      <Anchor component={Link} to={{ pathname: '/sign-in', search: query.toString() }} underline="always">
        {text.signIn}
      </Anchor>
    </Text>
  );
  if (me === undefined) return <Loading />;
  if (me) return <Navigate replace to={nextPath(query.get('next'), location.origin)} />;
  if (mailedTo) {
    return (
      <AuthCard
        title={text.checkMail}
        intro={text.checkMailHelp(mailedTo)}
        foot={
          <Anchor component={Link} to="/sign-in" size="sm">
            {toSignIn.title}
          </Anchor>
        }
      />
    );
  }
  if (!registration && !pendingInvitation()) {
    return <AuthCard title={text.closed} intro={text.closedHelp} foot={foot} />;
  }
  return (
    <AuthCard title={text.title} intro={introText()} foot={foot}>
      <SignUpForm onMailed={setMailedTo} />
    </AuthCard>
  );
}

function introText(): string | undefined {
  const invitation = pendingInvitation();
  return invitation ? text.invited(isolated(invitation.organization), invitation.role) : undefined;
}

function SignUpForm({ onMailed }: { onMailed(email: string): void }) {
  const navigate = useNavigate();
  const invitation = pendingInvitation();
  const fields = useFields({
    initial: { name: '', email: invitation?.email ?? '', password: '', organization: '' },
    labels,
    rules: newPassword,
    optional: invitation ? ['organization'] : [],
  });
  const register = api.useMutation('post', '/auth/register', {
    onSuccess: ({ me }) => {
      setPendingInvitation(null);
      if (!me) return onMailed(fields.values.email);
      startSession(me);
      void navigate('/', { replace: true });
    },
    onError: fields.showError,
  });
  const send = fields.submit(({ organization, ...who }) =>
    register.mutate({
      body: invitation
        ? { ...who, invitation: invitation.token }
        : { ...who, organization, timeZone: browserZone() },
    }),
  );
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        {fields.summary}
        <TextInput autoComplete="name" autoFocus {...fields.input('name')} />
        <TextInput
          type="email"
          autoComplete="username"
          inputMode="email"
          description={invitation?.email ? text.invitedAddress : undefined}
          {...fields.input('email')}
        />
        <PasswordField fresh {...fields.input('password')} />
        {!invitation && (
          <TextInput
            autoComplete="organization"
            description={text.organizationHint}
            {...fields.input('organization')}
          />
        )}
        <Button type="submit" loading={register.isPending}>
          {text.action}
        </Button>
      </Stack>
    </form>
  );
}
