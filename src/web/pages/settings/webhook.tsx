import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { change, useChange } from '../../api/change.ts';
import { answerOf } from '../../api/answer-of.ts';
import { api, http } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Loading } from '../../components/loading.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { webhooks as text } from '../../strings/webhooks.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Section } from './section.tsx';
import { Deliveries, REREAD_MS } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState, type Webhook } from './webhooks.tsx';

/** One webhook: its state, its secret, and what was sent to it. */
export default function WebhookPage() {
  const me = useMe();
  const { id = '' } = useParams();
  const { data: webhook, error } = api.useQuery(
    'get',
    '/webhooks/{id}',
    { params: { path: { id } } },
    {
      enabled: isAdmin(me),
      // An answer, such as 410, may switch it off.
      refetchInterval: ({ state }) => (state.data?.pending ? REREAD_MS : false),
    },
  );
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <Stack gap="xs">
      <Anchor component={Link} to="/settings/webhooks" size="sm">
        ← {text.back}
      </Anchor>
      <ErrorAlert error={error} />
      {!webhook && !error && <Loading />}
      {webhook && (
        <>
          <Actions webhook={webhook} />
          <ChangeWebhook key={webhook.id} webhook={webhook} />
          <Deliveries webhook={webhook} />
        </>
      )}
    </Stack>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events, disabledReason, backlogFullSince } = webhook;
  const navigate = useNavigate();
  const [secret, setSecret] = useState('');
  const path = { params: { path: { id } } };
  const test = useChange('post', '/webhooks/{id}/test');
  const update = useChange('patch', '/webhooks/{id}');
  const rotate = async (): Promise<void> => {
    setSecret((await answerOf(http.POST('/webhooks/{id}/secret', path))).secret);
  };
  const leave = () => navigate('/settings/webhooks');
  return (
    <Section title={name} help={url}>
      <Group gap="sm">
        <WebhookState webhook={webhook} />
        <Text size="sm">{events ? events.join(', ') : text.everyEvent}</Text>
      </Group>
      {disabledReason && <Text size="sm">{text.whyOff(disabledReason)}</Text>}
      {backlogFullSince && (
        <Alert color="orange" title={text.full}>
          {text.fullHelp} <DateTime date={backlogFullSince} />
        </Alert>
      )}
      {secret && <ShownOnce label={text.secret} help={text.secretHelp} value={secret} />}
      <ErrorAlert error={test.error ?? update.error} />
      {test.data && (
        <Text size="sm" role="status">
          {text.tested}
        </Text>
      )}
      <Group gap="sm">
        {disabledReason === null && (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate(path)}>
            {text.test}
          </Button>
        )}
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ ...path, body: { disabled: disabledReason === null } })}
        >
          {disabledReason === null ? text.switchOff : text.switchOn}
        </Button>
        <ConfirmButton
          label={text.rotate}
          question={text.rotateQuestion}
          help={text.rotateHelp}
          color="orange"
          onConfirm={rotate}
        />
        <ConfirmButton
          label={text.remove}
          question={text.removeQuestion(isolated(name))}
          help={text.removeHelp}
          onConfirm={() => change(http.DELETE('/webhooks/{id}', path), leave)}
        />
      </Group>
    </Section>
  );
}

function ChangeWebhook({ webhook }: { webhook: Webhook }) {
  const { id, url, name, events, channels, format } = webhook;
  const update = useChange('patch', '/webhooks/{id}');
  return (
    <details>
      <summary>{text.change}</summary>
      <Section title={text.change}>
        <WebhookForm
          label={text.save}
          initial={{ url, name, events, channels, format }}
          onSubmit={({ name: typed, ...fields }) =>
            update.mutate({
              params: { path: { id } },
              body: { ...fields, ...(typed ? { name: typed } : {}) },
            })
          }
          error={update.error}
          isPending={update.isPending}
        />
        {update.isSuccess && (
          <Text size="sm" role="status">
            {text.saved}
          </Text>
        )}
      </Section>
    </details>
  );
}
