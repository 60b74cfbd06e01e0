import { Button, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { webhooks as text } from '../../strings/webhooks.ts';
import { EVENT_TYPES, type EventType } from './webhook-events.ts';

/** What it sends; null = all of them. */
export interface WebhookFields {
  url: string;
  name: string;
  events: EventType[] | null;
  channels: string[] | null;
  format: 'crier' | 'postiz';
}

interface WebhookFormProps {
  readonly label: string;
  readonly initial?: WebhookFields;
  /** `done` empties a form for something new. */
  readonly onSubmit: (fields: WebhookFields, done: () => void) => void;
  readonly error: unknown;
  readonly isPending: boolean;
}

const EMPTY: WebhookFields = { url: '', name: '', events: null, channels: null, format: 'crier' };
const orAll = <T,>(chosen: T[]): T[] | null => (chosen.length ? chosen : null);

/** The events of a new webhook, and changing those of an existing one. */
export function WebhookForm({ label, initial = EMPTY, onSubmit, error, isPending }: WebhookFormProps) {
  const known = api.useQuery('get', '/integrations').data ?? [];
  const form = useForm({
    initialValues: { ...initial, events: initial.events ?? [], channels: initial.channels ?? [] },
  });
  const { events, channels } = form.values;
  // One that was deleted has no name, and may be taken out.
  const gone = channels.filter((id) => !known.some((channel) => channel.id === id));
  const submit = form.onSubmit((values) =>
    onSubmit({ ...values, events: orAll(values.events), channels: orAll(values.channels) }, form.reset),
  );
  return (
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
            error={issueOf(error, 'url')}
          />
          <TextInput
            label={`${text.name} (${text.nameHelp})`}
            maxLength={100}
            flex="1 1 160px"
            {...form.getInputProps('name')}
            error={issueOf(error, 'name')}
          />
        </Group>
        <MultiSelect
          label={text.events}
          placeholder={events.length ? '' : text.everyEvent}
          data={[...EVENT_TYPES]}
          clearable
          {...form.getInputProps('events')}
          error={issueOf(error, 'events')}
        />
        <MultiSelect
          label={text.channels}
          placeholder={channels.length ? '' : text.everyChannel}
          data={[
            ...known.map(({ id, name }) => ({ value: id, label: name })),
            ...gone.map((id) => ({ value: id, label: text.deletedChannel })),
          ]}
          clearable
          {...form.getInputProps('channels')}
          error={issueOf(error, 'channels')}
        />
        <Select
          label={text.format}
          data={Object.entries(text.formats).map(([value, name]) => ({ value, label: name }))}
          allowDeselect={false}
          w="fit-content"
          {...form.getInputProps('format')}
        />
        <ErrorAlert error={error} />
        <Group>
          <Button type="submit" loading={isPending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
