import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { leave } from '../../api/session.ts';
import { Entrance } from '../../components/entrance.tsx';
import { useFields } from '../../components/fields.tsx';
import { PasswordField, newPassword } from '../../components/password-field.tsx';
import { strings } from '../../strings/index.ts';
import { useMailToken } from './mail-token.ts';

const { fields: labels, reset: text } = strings.auth;

/** A new password, by the link of a mail. */
export default function Reset() {
  const token = useMailToken();
  const fields = useFields({
    initial: { password: '' },
    labels: { password: labels.newPassword },
    rules: newPassword,
  });
  const reset = api.useMutation('post', '/auth/reset', { onSuccess: leave, onError: fields.refuse });
  const again = (
    <Anchor component={Link} to="/forgot" size="sm">
      {text.again}
    </Anchor>
  );
  if (reset.isSuccess) {
    return (
      <Entrance title={text.done} intro={text.doneHelp}>
        <Button component={Link} to="/sign-in">
          {text.signIn}
        </Button>
      </Entrance>
    );
  }
  if (!token) return <Entrance title={text.noToken} intro={text.noTokenHelp} foot={again} />;
  return (
    <Entrance title={text.title} intro={text.intro} foot={again}>
      <form noValidate onSubmit={fields.submit((body) => reset.mutate({ body: { ...body, token } }))}>
        <Stack>
          {fields.summary}
          <PasswordField fresh autoFocus {...fields.input('password')} />
          <Button type="submit" loading={reset.isPending}>
            {text.action}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
