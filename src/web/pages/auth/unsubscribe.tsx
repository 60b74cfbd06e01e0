import { Button, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { useMailToken } from './mail-token.ts';

const text = strings.notifications.stop;

/** Ends the mails about notifications, from the link in one, without signing in. */
export default function Unsubscribe() {
  const token = useMailToken() ?? '';
  const stop = api.useMutation('post', '/notifications/unsubscribe');
  return (
    <AuthCard title={text.title} intro={stop.data ? undefined : text.question}>
      {stop.data ? (
        <Text role="status">{text.done}</Text>
      ) : (
        <Stack>
          <ErrorAlert error={stop.error} />
          <Button loading={stop.isPending} onClick={() => stop.mutate({ params: { query: { token } } })}>
            {text.action}
          </Button>
        </Stack>
      )}
    </AuthCard>
  );
}
