import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { change, useChange } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { DateTime, useZone } from '../../format/date-time.tsx';
import { fromClock } from '../../format/zone.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section, Snippet } from './section.tsx';

const { keys: text, nav } = strings.settings;
type ApiKey = Answer<'listApiKeys'>[number];

/** The API keys of the organisation, and a form for a new one. */
export default function ApiKeysPage() {
  const me = useMe();
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <>
      <KeyList />
      <CreateKey />
    </>
  );
}

function KeyList() {
  const { data, error } = api.useQuery('get', '/api-keys');
  return (
    <Section title={nav.keys} help={text.help}>
      <ErrorAlert error={error} />
      {data?.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((key) => (
            <Row key={key.id} title={<bdi>{key.name}</bdi>} detail={<KeyDetail apiKey={key} />}>
              <ConfirmButton
                size="compact-sm"
                label={text.revoke}
                question={text.revokeQuestion(isolated(key.name))}
                help={text.revokeHelp}
                onConfirm={() => change(http.DELETE('/api-keys/{id}', { params: { path: { id: key.id } } }))}
              />
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}

function KeyDetail({ apiKey: { scopes, expiresAt, lastUsedAt, createdBy } }: { apiKey: ApiKey }) {
  return (
    <>
      {scopes.includes('write') ? text.write : text.read} ·{' '}
      {lastUsedAt ? (
        <>
          {text.lastUsed} <DateTime date={lastUsedAt} relative />
        </>
      ) : (
        text.never
      )}
      {expiresAt && (
        <>
          {' '}
          · <Expiry date={expiresAt} />
        </>
      )}{' '}
      · {text.by} <bdi>{createdBy ?? text.operator}</bdi>
    </>
  );
}

function Expiry({ date }: { date: string }) {
  const [now] = useState(Date.now);
  if (Date.parse(date) < now) return text.expired;
  return (
    <>
      {text.expiresOn} <DateTime date={date} />
    </>
  );
}

function CreateKey() {
  const zone = useZone();
  const form = useForm({ initialValues: { name: '', scope: 'write', expires: '' } });
  const create = useChange('post', '/api-keys', { onSuccess: () => form.reset() });
  const submit = form.onSubmit(({ name, scope, expires }) =>
    create.mutate({
      body: {
        name,
        scopes: scope === 'write' ? ['read', 'write'] : ['read'],
        ...(expires ? { expiresAt: fromClock(`${expires}T23:59`, zone) ?? expires } : {}),
      },
    }),
  );
  return (
    <Section title={text.create}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <TextInput
              label={text.name}
              placeholder={text.namePlaceholder}
              maxLength={100}
              required
              flex="1 1 200px"
              {...form.getInputProps('name')}
              error={issueOf(create.error, 'name')}
            />
            <TextInput
              label={`${text.expires} (${text.expiresHelp})`}
              type="date"
              {...form.getInputProps('expires')}
              error={issueOf(create.error, 'expiresAt')}
            />
          </Group>
          <SegmentedControl
            aria-label={text.scopes}
            data={[
              { value: 'write', label: text.write },
              { value: 'read', label: text.read },
            ]}
            {...form.getInputProps('scope')}
            w="fit-content"
          />
          <ErrorAlert error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending}>
              {text.create}
            </Button>
          </Group>
        </Stack>
      </form>
      {create.data && (
        <>
          <ShownOnce label={text.made} help={text.madeHelp} value={create.data.key} />
          <QuickStart apiKey={create.data.key} />
        </>
      )}
    </Section>
  );
}

function QuickStart({ apiKey }: { apiKey: string }) {
  const url = `${location.origin}/public/v1/integrations`;
  return (
    <Stack gap="sm">
      <Text fw={600}>{text.quickStart}</Text>
      <Snippet label="curl" code={`curl ${url} -H "Authorization: ${apiKey}"`} />
      <Snippet
        label="JavaScript"
        code={[
          `const response = await fetch('${url}', { headers: { Authorization: '${apiKey}' } });`,
          'console.log(await response.json());',
        ].join('\n')}
      />
    </Stack>
  );
}
