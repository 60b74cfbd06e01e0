import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { api, isRefusal } from '../../api/client.ts';
import { enter, useSession } from '../../api/session.ts';
import { Entrance } from '../../components/entrance.tsx';
import { useFields } from '../../components/fields.tsx';
import { Loading } from '../../components/loading.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { nextPath } from '../../next-path.ts';
import { strings } from '../../strings/index.ts';
import { keptInvitation } from './invitation.ts';
import { useSetup } from './outside.tsx';

const { fields: labels, signIn: text } = strings.auth;

/** Email and password; then on to `next`, where one came from. */
export default function SignIn() {
  const { registration } = useSetup();
  const { me } = useSession();
  const [query] = useSearchParams();
  const [refusedBecause, setRefusedBecause] = useState<string>();
  const fields = useFields({ initial: { email: '', password: '' }, labels, failed: text.failed });
  const signIn = api.useMutation('post', '/auth/login', {
    onSuccess: enter,
    onError: (error) => {
      fields.refuse(error);
      setRefusedBecause(isRefusal(error) ? error.code : undefined);
    },
  });
  if (me === undefined) return <Loading />;
  // An invitation that was looked at goes first: that is what the person came for.
  if (me) {
    return (
      <Navigate
        replace
        to={keptInvitation() ? '/invitation' : nextPath(query.get('next'), location.origin)}
      />
    );
  }
  const next = query.toString();
  const foot = (registration || keptInvitation()) && (
    <Text size="sm">
      {text.noAccount}{' '}
      <Anchor component={Link} to={{ pathname: '/sign-up', search: next }} underline="always">
        {text.signUp}
      </Anchor>
    </Text>
  );
  return (
    <Entrance title={text.title} intro={keptInvitation() ? text.toInvitation : undefined} foot={foot}>
      <form noValidate onSubmit={fields.submit((body) => signIn.mutate({ body }))}>
        <Stack>
          {fields.summary}
          {refusedBecause === 'not_activated' && <Resend email={fields.values.email} />}
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
    </Entrance>
  );
}

function Resend({ email }: { email: string }) {
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
