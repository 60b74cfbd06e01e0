import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, http, queryClient } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { issueOf } from '../../components/issues.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { isolated } from '../../format/text.ts';
import { When } from '../../format/when.tsx';
import { strings } from '../../strings/index.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Part, Row, Rows, Snippet } from './room.tsx';

const { keys: text, nav } = strings.settings;

/** Keys of the Public API: made, shown once, revoked. */
export default function ApiKeys() {
  const me = useMe();
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <>
      <List />
      <Create />
    </>
  );
}

function List() {
  const { data, error } = api.useQuery('get', '/api-keys');
  const [now] = useState(Date.now);
  const revoke = (id: string) => async (): Promise<void> => {
    const { error: refused } = await http.DELETE('/api-keys/{id}', { params: { path: { id } } });
    if (refused) throw refused;
    await queryClient.invalidateQueries();
  };
  return (
    <Part title={nav.keys} help={text.help}>
      <RefusalAlert error={error} />
      {data?.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.length > 0 && (
        <Rows>
          {data.map(({ id, name, scopes, expiresAt, lastUsedAt, createdBy }) => (
            <Row
              key={id}
              title={<bdi>{name}</bdi>}
              detail={
                <>
                  {scopes.includes('write') ? text.write : text.read} ·{' '}
                  {lastUsedAt ? (
                    <>
                      {text.lastUsed} <When date={lastUsedAt} distance />
                    </>
                  ) : (
                    text.never
                  )}
                  {expiresAt && (
                    <>
                      {' '}
                      ·{' '}
                      {Date.parse(expiresAt) < now ? (
                        text.expired
                      ) : (
                        <>
                          {text.expiresOn} <When date={expiresAt} />
                        </>
                      )}
                    </>
                  )}{' '}
                  · {text.by} <bdi>{createdBy ?? text.firstRun}</bdi>
                </>
              }
            >
              <ConfirmButton
                size="compact-sm"
                label={text.revoke}
                question={text.revokeQuestion(isolated(name))}
                help={text.revokeHelp}
                onConfirm={revoke(id)}
              />
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}

function Create() {
  const form = useForm({ initialValues: { name: '', scope: 'write', expires: '' } });
  const create = api.useMutation('post', '/api-keys', {
    onSuccess: () => {
      form.reset();
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Part title={text.create}>
      <form
        onSubmit={form.onSubmit(({ name, scope, expires }) =>
          create.mutate({
            body: {
              name,
              scopes: scope === 'write' ? ['read', 'write'] : ['read'],
              ...(expires ? { expiresAt: new Date(`${expires}T23:59:59`).toISOString() } : {}),
            },
          }),
        )}
      >
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
          <RefusalAlert error={create.error} />
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
    </Part>
  );
}

function QuickStart({ apiKey }: { apiKey: string }) {
  const address = `${location.origin}/public/v1/integrations`;
  return (
    <Stack gap="sm">
      <Text fw={600}>{text.quickStart}</Text>
      <Snippet label="curl" code={`curl ${address} -H "Authorization: ${apiKey}"`} />
      <Snippet
        label="JavaScript"
        code={`const answer = await fetch('${address}', { headers: { Authorization: '${apiKey}' } });\nconsole.log(await answer.json());`}
      />
    </Stack>
  );
}
