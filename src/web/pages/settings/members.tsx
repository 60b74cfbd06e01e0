import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, http, queryClient } from '../../api/client.ts';
import type { Me } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { issueOf } from '../../components/issues.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { isolated } from '../../format/text.ts';
import { When } from '../../format/when.tsx';
import { strings } from '../../strings/index.ts';
import { isAdmin, useMe } from './layout.tsx';
import { Part, Row, Rows } from './room.tsx';

const { members: text, roles, roleHelp, nav } = strings.settings;
type Role = NonNullable<Me['organization']>['role'];

/** Who belongs to the organisation, and who is invited. */
export default function Members() {
  const me = useMe();
  return (
    <>
      <People />
      {isAdmin(me) && (
        <>
          <Invite />
          <Invitations />
        </>
      )}
    </>
  );
}

function People() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/organization/members');
  const setRole = api.useMutation('patch', '/organization/members/{userId}', {
    onSettled: () => queryClient.invalidateQueries(),
  });
  const mine = me.organization?.role ?? 'member';
  const remove = (userId: string) => async (): Promise<void> => {
    const { error: refused } = await http.DELETE('/organization/members/{userId}', {
      params: { path: { userId } },
    });
    if (refused) throw refused;
    await queryClient.invalidateQueries();
  };
  return (
    <Part title={nav.members}>
      <RefusalAlert error={error ?? setRole.error} />
      {data && (
        <Rows>
          {data.map(({ userId, name, email, role, you }) => (
            <Row
              key={userId}
              title={
                <>
                  <bdi>{name}</bdi>
                  {you && (
                    <Text span size="sm" c="dimmed">
                      {' '}
                      ({text.you})
                    </Text>
                  )}
                </>
              }
              detail={email}
            >
              {mayChange(mine, role) && !you ? (
                <>
                  <Select
                    aria-label={text.roleOf(name)}
                    size="xs"
                    w={110}
                    allowDeselect={false}
                    value={role}
                    data={offered(mine).map((value) => ({ value, label: roles[value] }))}
                    onChange={(value) =>
                      setRole.mutate({ params: { path: { userId } }, body: { role: value as Role } })
                    }
                  />
                  <ConfirmButton
                    size="compact-sm"
                    label={text.remove}
                    question={text.removeQuestion(isolated(name))}
                    help={text.removeHelp}
                    onConfirm={remove(userId)}
                  />
                </>
              ) : (
                <Text size="sm" title={roleHelp[role]}>
                  {roles[role]}
                </Text>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}

const mayChange = (mine: Role, theirs: Role): boolean =>
  mine === 'owner' || (mine === 'admin' && theirs !== 'owner');
const offered = (mine: Role): Role[] =>
  mine === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];

function Invite() {
  const form = useForm({ initialValues: { email: '', role: 'member' as 'admin' | 'member' } });
  const invite = api.useMutation('post', '/organization/invitations', {
    onSuccess: () => {
      form.reset();
      return queryClient.invalidateQueries();
    },
  });
  return (
    <Part title={text.invite}>
      <form
        onSubmit={form.onSubmit(({ email, role }) =>
          invite.mutate({ body: { role, ...(email ? { email } : {}) } }),
        )}
      >
        <Stack gap="sm">
          <Group align="flex-start" gap="sm">
            <TextInput
              label={text.email}
              description={text.emailHelp}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              type="email"
              autoComplete="off"
              flex="1 1 220px"
              {...form.getInputProps('email')}
              error={issueOf(invite.error, 'email')}
            />
            <Select
              label={text.role}
              w={130}
              allowDeselect={false}
              data={(['member', 'admin'] as const).map((value) => ({ value, label: roles[value] }))}
              {...form.getInputProps('role')}
            />
          </Group>
          <RefusalAlert error={invite.error} />
          <Group>
            <Button type="submit" loading={invite.isPending}>
              {text.send}
            </Button>
          </Group>
          {invite.data?.mailed && (
            <Alert color="green" role="status">
              {text.mailed(invite.data.email ?? '')}
            </Alert>
          )}
          {invite.data?.link && <ShownOnce label={text.link} help={text.linkHelp} value={invite.data.link} />}
        </Stack>
      </form>
    </Part>
  );
}

function Invitations() {
  const { data, error } = api.useQuery('get', '/organization/invitations');
  const revoke = (id: string) => async (): Promise<void> => {
    const { error: refused } = await http.DELETE('/organization/invitations/{id}', {
      params: { path: { id } },
    });
    if (refused) throw refused;
    await queryClient.invalidateQueries();
  };
  if (!data?.length) return <RefusalAlert error={error} />;
  return (
    <Part title={text.open}>
      <Rows>
        {data.map(({ id, email, role, expiresAt }) => (
          <Row
            key={id}
            title={email ?? text.anybody}
            detail={
              <>
                {roles[role]} · {text.until} <When date={expiresAt} />
              </>
            }
          >
            <ConfirmButton
              size="compact-sm"
              label={text.revoke}
              question={text.revokeQuestion}
              help={text.revokeHelp}
              onConfirm={revoke(id)}
            />
          </Row>
        ))}
      </Rows>
    </Part>
  );
}
