import { Anchor, Button, Stack } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { startSession } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { useFields } from '../../components/fields.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { strings } from '../../strings/index.ts';
import { useMailToken } from './mail-token.ts';

const { fields: labels } = strings.auth;
const { activate: text } = strings.account;

/**
 * Confirms an email address from the link in an email, with the password of the person who signed up; the
 * person is then signed in.
 */
export default function Activate() {
  const token = useMailToken();
  const navigate = useNavigate();
  const fields = useFields({
    initial: { password: '' },
    labels: { password: labels.password },
    failed: text.failed,
  });
  const activate = api.useMutation('post', '/auth/activate', {
    onSuccess: (me) => {
      startSession(me);
      void navigate('/', { replace: true });
    },
    onError: fields.showError,
  });
  const foot = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {text.again}
    </Anchor>
  );
  if (!token) return <AuthCard title={text.failed} intro={text.noToken} foot={foot} />;
  return (
    <AuthCard title={text.title} intro={text.intro} foot={foot}>
      <form noValidate onSubmit={fields.submit((body) => activate.mutate({ body: { ...body, token } }))}>
        <Stack>
          {fields.summary}
          <PasswordField autoFocus {...fields.input('password')} />
          <Button type="submit" loading={activate.isPending}>
            {text.action}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
