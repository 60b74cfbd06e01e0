import { Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../api/change.ts';
import { api } from '../../api/client.ts';
import { followLanguage } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { notifySaved, notifySuccess } from '../../components/notify.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { LANGUAGES, strings, type Language } from '../../strings/index.ts';
import { useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';

const text = strings.settings.profile;
const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
/** An empty choice leaves it to the browser. */
const asLanguage = (value: string): Language | null => (value in LANGUAGES ? (value as Language) : null);

/** A person's name, password and sessions. */
export default function ProfilePage() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <Sessions />
    </>
  );
}

function NameForm() {
  const me = useMe();
  const form = useForm({ initialValues: { name: me.user.name, language: me.user.language ?? '' } });
  const save = useChange('patch', '/user/self', {
    onSuccess: (changed) => {
      notifySaved(strings.settings.nav.profile);
      followLanguage(changed);
    },
  });
  return (
    <Section title={strings.settings.nav.profile}>
      <form
        onSubmit={form.onSubmit(({ name, language }) =>
          save.mutate({ body: { name, language: asLanguage(language) } }),
        )}
      >
        <Stack gap="sm" maw={420}>
          <TextInput
            label={text.name}
            autoComplete="name"
            maxLength={100}
            required
            {...form.getInputProps('name')}
            error={issueOf(save.error, 'name')}
          />
          <TextInput label={text.email} value={me.user.email} readOnly variant="filled" />
          <NativeSelect
            label={text.language}
            description={text.languageHelp}
            data={[{ value: '', label: text.languageOfBrowser }, ...LANGUAGE_CHOICES]}
            {...form.getInputProps('language')}
          />
          <ErrorAlert error={save.error} fields={{ name: text.name }} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {strings.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function PasswordForm() {
  const me = useMe();
  const form = useForm({ initialValues: { current: '', next: '' } });
  const change = useChange('post', '/user/password', {
    onSuccess: () => {
      form.reset();
      notifySuccess(text.changed);
    },
  });
  return (
    <Section title={text.password}>
      <form onSubmit={form.onSubmit((values) => change.mutate({ body: values }))}>
        <Stack gap="sm" maw={420}>
          <input type="text" hidden readOnly autoComplete="username" value={me.user.email} />
          <PasswordField
            label={text.current}
            autoComplete="current-password"
            required
            {...form.getInputProps('current')}
            error={issueOf(change.error, 'current')}
          />
          <PasswordField
            label={text.next}
            description={text.nextHelp}
            autoComplete="new-password"
            required
            {...form.getInputProps('next')}
            error={issueOf(change.error, 'next')}
          />
          <ErrorAlert error={change.error} fields={{ current: text.current, next: text.next }} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {text.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Sessions() {
  const { data, error } = api.useQuery('get', '/user/sessions');
  const end = useChange('delete', '/user/sessions/{id}');
  return (
    <Section title={text.sessions}>
      <ErrorAlert error={error ?? end.error} />
      {data && (
        <Rows>
          {data.map(({ id, current, ip, userAgent, lastSeenAt }) => (
            <Row
              key={id}
              title={browserName(userAgent)}
              detail={
                <>
                  {ip && `${ip} · `}
                  {text.lastSeen} <DateTime date={lastSeenAt} relative />
                </>
              }
            >
              {current ? (
                <Badge variant="light" color="green" tt="none">
                  {text.thisOne}
                </Badge>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => end.mutate({ params: { path: { id } } })}
                >
                  {text.end}
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          {strings.common.loading}
        </Text>
      )}
    </Section>
  );
}

/** "Firefox, Linux": enough for people to recognise their own browser. */
function browserName(userAgent: string | null): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent ?? '')?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent ?? '')?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const words = [browser, system].filter((word) => word !== undefined).map((word) => names[word] ?? word);
  return words.join(', ') || (userAgent ?? '').slice(0, 60) || text.unknownBrowser;
}
