import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useChange } from '../../api/change.ts';
import { api, type Answer } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { webhooks as text } from '../../strings/webhooks.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';
import { WebhookForm } from './webhook-form.tsx';

export type Webhook = Answer<'listWebhooks'>[number];

/** The webhooks of the organisation, and a form for a new one. */
export default function WebhooksPage() {
  const me = useMe();
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <>
      <WebhookList />
      <CreateWebhook />
    </>
  );
}

function WebhookList() {
  const { data, error } = api.useQuery('get', '/webhooks');
  return (
    <Section title={text.title} help={text.help}>
      <ErrorAlert error={error} />
      {data?.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((webhook) => (
            <Row
              key={webhook.id}
              title={
                <Anchor component={Link} to={webhook.id}>
                  <bdi>{webhook.name}</bdi>
                </Anchor>
              }
              detail={<bdi>{webhook.url}</bdi>}
            >
              <WebhookState webhook={webhook} />
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}

/** Whether it is on, and whether what is sent arrives. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { disabledAt, failingSince, pending, oldestPendingAt } = webhook;
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        {!disabledAt && failingSince && (
          <>
            {text.failing} <DateTime date={failingSince} relative /> ·{' '}
          </>
        )}
        {text.pending(pending)}
        {oldestPendingAt && (
          <>
            , {text.oldest} <DateTime date={oldestPendingAt} relative />
          </>
        )}
      </Text>
      <Badge color={disabledAt ? 'gray' : failingSince ? 'orange' : 'green'} variant="light">
        {disabledAt ? text.off : text.on}
      </Badge>
    </Group>
  );
}

function CreateWebhook() {
  const create = useChange('post', '/webhooks');
  return (
    <Section title={text.create}>
      <WebhookForm
        label={text.create}
        onSubmit={({ url, format, name, events, channels }, done) =>
          create.mutate(
            {
              body: {
                url,
                format,
                ...(name ? { name } : {}),
                ...(events ? { events } : {}),
                ...(channels ? { channels } : {}),
              },
            },
            { onSuccess: done },
          )
        }
        error={create.error}
        isPending={create.isPending}
      />
      {create.data && <ShownOnce label={text.made} help={text.secretHelp} value={create.data.secret} />}
    </Section>
  );
}
