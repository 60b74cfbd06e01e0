import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { useChange } from '../../api/change.ts';
import { answerOf } from '../../api/answer-of.ts';
import { api, http } from '../../api/client.ts';
import { startSession } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { notifySaved } from '../../components/notify.ts';
import { TimeZoneField, browserZone } from '../../components/time-zone-field.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { isAdmin, useMe } from './layout.tsx';
import { Section } from './section.tsx';

const text = strings.settings.organization;

/** The current organisation: its name and time zone, another one, leaving and deleting. */
export default function OrganizationPage() {
  const me = useMe();
  return (
    <>
      <OrganizationForm key={me.organization?.id} />
      <CreateOrganization />
      <LeaveOrDelete />
    </>
  );
}

function OrganizationForm() {
  const me = useMe();
  const form = useForm({
    initialValues: { name: me.organization?.name ?? '', timeZone: me.organization?.timeZone ?? 'UTC' },
    validate: {
      name: (name) => (name.trim() ? null : strings.auth.missing(text.name)),
      timeZone: (zone) => (zone ? null : strings.auth.missing(text.timeZone)),
    },
  });
  const save = useChange('patch', '/organization', {
    onSuccess: () => notifySaved(strings.settings.nav.organization),
  });
  const readOnly = !isAdmin(me);
  return (
    <Section title={strings.settings.nav.organization}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate({ body: values }))}>
        <Stack gap="sm" maw={420}>
          <TextInput
            label={text.name}
            maxLength={200}
            required
            readOnly={readOnly}
            {...form.getInputProps('name')}
            error={form.errors.name ?? issueOf(save.error, 'name')}
          />
          <TimeZoneField
            label={text.timeZone}
            required
            readOnly={readOnly}
            {...form.getInputProps('timeZone')}
            error={form.errors.timeZone ?? issueOf(save.error, 'timeZone')}
          />
          <ErrorAlert error={save.error} fields={{ name: text.name, timeZone: text.timeZone }} />
          {!readOnly && (
            <Group>
              <Button type="submit" loading={save.isPending}>
                {strings.common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}

function CreateOrganization() {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' } });
  const create = api.useMutation('post', '/organizations', {
    onSuccess: (me) => {
      startSession(me);
      void navigate('/');
    },
  });
  return (
    <Section title={text.another} help={text.anotherHelp}>
      <form
        onSubmit={form.onSubmit(({ name }) => create.mutate({ body: { name, timeZone: browserZone() } }))}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label={text.name}
            maxLength={200}
            required
            {...form.getInputProps('name')}
            error={issueOf(create.error, 'name')}
          />
          <Button type="submit" variant="default" loading={create.isPending}>
            {text.create}
          </Button>
        </Group>
        <ErrorAlert error={create.error} fields={{ name: text.name }} />
      </form>
    </Section>
  );
}

function LeaveOrDelete() {
  const me = useMe();
  const navigate = useNavigate();
  const name = me.organization?.name ?? '';
  const leave = async (): Promise<void> => {
    startSession(await answerOf(http.POST('/organization/leave', {})));
    await navigate('/');
  };
  const remove = async (): Promise<void> => {
    await answerOf(http.DELETE('/organization', { body: { name } }));
    // The session has moved to another organisation, or to none: start afresh.
    location.assign('/');
  };
  return (
    <Section title={text.danger}>
      <Group>
        <ConfirmButton
          label={text.leave}
          question={text.leaveQuestion}
          help={text.leaveHelp}
          onConfirm={leave}
        />
        {me.organization?.role === 'owner' && (
          <ConfirmButton
            label={text.remove}
            question={text.removeQuestion}
            help={text.removeHelp}
            typed={{ label: text.removeTyped(isolated(name)), value: name }}
            onConfirm={remove}
          />
        )}
      </Group>
    </Section>
  );
}
