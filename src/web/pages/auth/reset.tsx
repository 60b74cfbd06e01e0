import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { endSession } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { useFields } from '../../components/fields.tsx';
import { PasswordField, newPassword } from '../../components/password-field.tsx';
import { strings } from '../../strings/index.ts';
import { useMailToken } from './mail-token.ts';

const { fields: labels } = strings.auth;
const { reset: text } = strings.account;

/** Choosing a new password, from the link in an email. */
export default function Reset() {
  const token = useMailToken();
  const fields = useFields({
    initial: { password: '' },
    labels: { password: labels.newPassword },
    rules: newPassword,
  });
  const reset = api.useMutation('post', '/auth/reset', { onSuccess: endSession, onError: fields.showError });
  const again = (
    <Anchor component={Link} to="/forgot" size="sm">
      {text.again}
    </Anchor>
  );
  if (reset.isSuccess) {
    return (
      <AuthCard title={text.done} intro={text.doneHelp}>
        <Button component={Link} to="/sign-in">
          {text.signIn}
        </Button>
      </AuthCard>
    );
  }
  if (!token) return <AuthCard title={text.noToken} intro={text.noTokenHelp} foot={again} />;
  return (
    <AuthCard title={text.title} intro={text.intro} foot={again}>
      <form noValidate onSubmit={fields.submit((body) => reset.mutate({ body: { ...body, token } }))}>
        <Stack>
          {fields.summary}
          <PasswordField fresh autoFocus {...fields.input('password')} />
          <Button type="submit" loading={reset.isPending}>
            {text.action}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
