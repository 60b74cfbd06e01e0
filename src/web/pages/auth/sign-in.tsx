import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { api, isApiError } from '../../api/client.ts';
import { startSession, useSession } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { useFields } from '../../components/fields.tsx';
import { Loading } from '../../components/loading.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { isolated } from '../../format/text.ts';
import { nextPath } from '../../next-path.ts';
import { strings } from '../../strings/index.ts';
import { pendingInvitation } from './pending-invitation.ts';
import { useSetup } from './signed-out-layout.tsx';
import { useWaitingApp } from './use-waiting-app.ts';

const { fields: labels, signIn: text } = strings.auth;

/** Email and password; then on to the page in `next`, or to a pending invitation. */
export default function SignIn() {
  const { registration, needed } = useSetup();
  const { me } = useSession();
  const [query] = useSearchParams();
  const app = useWaitingApp(query.get('next'));
  const [errorCode, setErrorCode] = useState<string>();
  const fields = useFields({
    initial: { email: pendingInvitation()?.email ?? '', password: '' },
    labels,
    failed: text.failed,
  });
  const signIn = api.useMutation('post', '/auth/login', {
    onSuccess: startSession,
    onError: (error) => {
      fields.showError(error);
      setErrorCode(isApiError(error) ? error.code : undefined);
    },
  });
  if (me === undefined) return <Loading />;
  // A pending invitation comes first: it is what the person came for.
  if (me) {
    return (
      <Navigate
        replace
        to={pendingInvitation() ? '/invitation' : nextPath(query.get('next'), location.origin)}
      />
    );
  }
  const next = query.toString();
  const intro = app ? text.toApp(isolated(app)) : undefined;
  // An invitation comes first here, too: a person who has one may sign up.
  const invited = pendingInvitation() !== null;
  const foot =
    needed && !invited ? (
      <Text size="sm">
        {text.noOperator}{' '}
        <Anchor component={Link} to="/setup" underline="always">
          {text.beOperator}
        </Anchor>
      </Text>
    ) : (
      (registration || invited) && (
        <Text size="sm">
          {text.noAccount}{' '}
          <Anchor component={Link} to={{ pathname: '/sign-up', search: next }} underline="always">
            {text.signUp}
          </Anchor>
        </Text>
      )
    );
  return (
    <AuthCard title={text.title} intro={invited ? text.toInvitation : intro} foot={foot}>
      <form noValidate onSubmit={fields.submit((body) => signIn.mutate({ body }))}>
        <Stack>
          {fields.summary}
          {errorCode === 'not_activated' && <ResendActivation email={fields.values.email} />}
          <TextInput
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus
            {...fields.input('email')}
          />
          <PasswordField {...fields.input('password')} />
          <Button type="submit" loading={signIn.isPending}>
            {text.action}
          </Button>
          <Anchor component={Link} to="/forgot" size="sm" ta="center">
            {text.forgot}
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  );
}

function ResendActivation({ email }: { email: string }) {
  const resend = api.useMutation('post', '/auth/resend-activation');
  if (resend.isSuccess) {
    return (
      <Text size="sm" role="status">
        {text.resent}
      </Text>
    );
  }
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ body: { email } })}>
      {text.resend}
    </Button>
  );
}
