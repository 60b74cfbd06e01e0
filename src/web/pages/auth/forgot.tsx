import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { Entrance } from '../../components/entrance.tsx';
import { useFields } from '../../components/fields.tsx';
import { strings } from '../../strings/index.ts';
import { useSetup } from './outside.tsx';

const { fields: labels, forgot: text } = strings.auth;

/** Asks for the mail that leads to a new password. The answer does not say whether there is an account. */
export default function Forgot() {
  const { mail } = useSetup();
  const fields = useFields({ initial: { email: '' }, labels: { email: labels.email } });
  const ask = api.useMutation('post', '/auth/forgot', { onError: fields.refuse });
  const foot = (
    <Anchor component={Link} to="/sign-in" size="sm">
      {text.back}
    </Anchor>
  );
  if (ask.isSuccess) {
    return <Entrance title={text.sent} intro={text.sentHelp(fields.values.email)} foot={foot} />;
  }
  if (!mail) {
    return (
      <Entrance title={text.title} foot={foot}>
        <Alert color="gray">{text.noMail}</Alert>
      </Entrance>
    );
  }
  return (
    <Entrance title={text.title} intro={text.intro} foot={foot}>
      <form noValidate onSubmit={fields.submit((body) => ask.mutate({ body }))}>
        <Stack>
          {fields.summary}
          <TextInput
            type="email"
            autoComplete="username"
            inputMode="email"
            autoFocus
            {...fields.input('email')}
          />
          <Button type="submit" loading={ask.isPending}>
            {text.action}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
