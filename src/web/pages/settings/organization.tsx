import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { api, http, queryClient } from '../../api/client.ts';
import { enter } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { issueOf } from '../../components/issues.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { isAdmin, useMe } from './layout.tsx';
import { Part } from './room.tsx';

const text = strings.settings.organization;
const ZONES = Intl.supportedValuesOf('timeZone');

/** The organisation that is worked in; another one; leaving and deleting. */
export default function OrganizationRoom() {
  const me = useMe();
  return (
    <>
      <Facts key={me.organization?.id} />
      <Another />
      <Danger />
    </>
  );
}

function Facts() {
  const me = useMe();
  const form = useForm({
    initialValues: { name: me.organization?.name ?? '', timeZone: me.organization?.timeZone ?? 'UTC' },
  });
  const save = api.useMutation('patch', '/organization', {
    onSuccess: () => {
      notifications.show({ message: strings.common.saved, color: 'green' });
      return queryClient.invalidateQueries();
    },
  });
  const readOnly = !isAdmin(me);
  return (
    <Part title={strings.settings.nav.organization}>
      <form onSubmit={form.onSubmit((values) => save.mutate({ body: values }))}>
        <Stack gap="sm" maw={420}>
          <TextInput
            label={text.name}
            maxLength={200}
            required
            readOnly={readOnly}
            {...form.getInputProps('name')}
            error={issueOf(save.error, 'name')}
          />
          <Select
            label={text.timeZone}
            description={text.timeZoneHelp}
            data={ZONES.includes(form.values.timeZone) ? ZONES : [form.values.timeZone, ...ZONES]}
            searchable
            required
            readOnly={readOnly}
            limit={100}
            {...form.getInputProps('timeZone')}
            error={issueOf(save.error, 'timeZone')}
          />
          <RefusalAlert error={save.error} />
          {!readOnly && (
            <Group>
              <Button type="submit" loading={save.isPending}>
                {strings.common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Part>
  );
}

function Another() {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' } });
  const create = api.useMutation('post', '/organizations', {
    onSuccess: (me) => {
      enter(me);
      void navigate('/');
    },
  });
  return (
    <Part title={text.another} help={text.anotherHelp}>
      <form
        onSubmit={form.onSubmit(({ name }) =>
          create.mutate({ body: { name, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } }),
        )}
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
        <RefusalAlert error={create.error} />
      </form>
    </Part>
  );
}

function Danger() {
  const me = useMe();
  const navigate = useNavigate();
  const name = me.organization?.name ?? '';
  const leave = async (): Promise<void> => {
    const { data, error } = await http.POST('/organization/leave', {});
    if (!data) throw error;
    enter(data);
    await navigate('/');
  };
  const remove = async (): Promise<void> => {
    const { error } = await http.DELETE('/organization', { body: { name } });
    if (error) throw error;
    // Another organisation is worked in now, or none.
    location.assign('/');
  };
  return (
    <Part title={text.danger}>
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
    </Part>
  );
}
