import { Anchor, Badge, Button, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { useChange } from '../../api/change.ts';
import { api, type Answer } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';
import { EVENT_TYPES, type EventType } from './webhook-events.ts';

const text = strings.webhooks;
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
  const { disabledAt, failingSince, pending } = webhook;
  return (
    <Group gap="xs">
      {!disabledAt && failingSince && (
        <Text size="xs" c="dimmed">
          {text.failing} <DateTime date={failingSince} relative /> · {text.pending(pending)}
        </Text>
      )}
      <Badge color={disabledAt ? 'gray' : failingSince ? 'orange' : 'green'} variant="light">
        {disabledAt ? text.off : text.on}
      </Badge>
    </Group>
  );
}

function CreateWebhook() {
  const channels = api.useQuery('get', '/integrations').data ?? [];
  const form = useForm({
    initialValues: {
      url: '',
      name: '',
      events: [] as EventType[],
      channels: [] as string[],
      format: 'crier' as 'crier' | 'postiz',
    },
  });
  const create = useChange('post', '/webhooks', { onSuccess: () => form.reset() });
  const submit = form.onSubmit(({ url, name, events, channels, format }) =>
    create.mutate({
      body: {
        url,
        format,
        ...(name ? { name } : {}),
        ...(events.length ? { events } : {}),
        ...(channels.length ? { channels } : {}),
      },
    }),
  );
  return (
    <Section title={text.create}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <TextInput
              label={text.url}
              type="url"
              placeholder={text.urlPlaceholder}
              required
              flex="2 1 280px"
              {...form.getInputProps('url')}
              error={issueOf(create.error, 'url')}
            />
            <TextInput
              label={`${text.name} (${text.nameHelp})`}
              maxLength={100}
              flex="1 1 160px"
              {...form.getInputProps('name')}
              error={issueOf(create.error, 'name')}
            />
          </Group>
          <MultiSelect
            label={text.events}
            placeholder={form.values.events.length ? '' : text.everyEvent}
            data={[...EVENT_TYPES]}
            clearable
            {...form.getInputProps('events')}
            error={issueOf(create.error, 'events')}
          />
          <MultiSelect
            label={text.channels}
            placeholder={form.values.channels.length ? '' : text.everyChannel}
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            clearable
            {...form.getInputProps('channels')}
            error={issueOf(create.error, 'channels')}
          />
          <Select
            label={text.format}
            data={Object.entries(text.formats).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            w="fit-content"
            {...form.getInputProps('format')}
          />
          <ErrorAlert error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending}>
              {text.create}
            </Button>
          </Group>
        </Stack>
      </form>
      {create.data && <ShownOnce label={text.made} help={text.secretHelp} value={create.data.secret} />}
    </Section>
  );
}
