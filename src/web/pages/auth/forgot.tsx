import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { useFields } from '../../components/fields.tsx';
import { strings } from '../../strings/index.ts';
import { useSetup } from './signed-out-layout.tsx';

const { fields: labels } = strings.auth;
const { forgot: text } = strings.account;

/** Asks for an email with a link to a new password. The page never reveals whether the account exists. */
export default function Forgot() {
  const { mail } = useSetup();
  const fields = useFields({ initial: { email: '' }, labels: { email: labels.email } });
  const send = api.useMutation('post', '/auth/forgot', { onError: fields.showError });
  const foot = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {text.back}
    </Anchor>
  );
  if (send.isSuccess) {
    return <AuthCard title={text.sent} intro={text.sentHelp(fields.values.email)} foot={foot} />;
  }
  if (!mail) {
    return (
      <AuthCard title={text.title} foot={foot}>
        <Alert color="gray">{text.noMail}</Alert>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.title} intro={text.intro} foot={foot}>
      <form noValidate onSubmit={fields.submit((body) => send.mutate({ body }))}>
        <Stack>
          {fields.summary}
          <TextInput
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus
            {...fields.input('email')}
          />
          <Button type="submit" loading={send.isPending}>
            {text.action}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
