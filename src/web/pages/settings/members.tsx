import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { change, useChange } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import type { Me } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';

const { members: text, roles, roleHelp, nav } = strings.settings;
type Member = Answer<'listMembers'>[number];
type Role = NonNullable<Me['organization']>['role'];

/** Who belongs to the organisation, and who has been invited. */
export default function MembersPage() {
  const me = useMe();
  return (
    <>
      <MemberList />
      {isAdmin(me) && (
        <>
          <InviteForm />
          <PendingInvitations />
        </>
      )}
    </>
  );
}

function MemberList() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/organization/members');
  const setRole = useChange('patch', '/organization/members/{userId}');
  const myRole = me.organization?.role ?? 'member';
  return (
    <Section title={nav.members}>
      <ErrorAlert error={error ?? setRole.error} />
      {data && (
        <Rows>
          {data.map((member) => (
            <Row key={member.userId} title={<MemberName member={member} />} detail={member.email}>
              {mayChange(myRole, member.role) && !member.you ? (
                <>
                  <Select
                    aria-label={text.roleOf(member.name)}
                    size="xs"
                    w={110}
                    allowDeselect={false}
                    value={member.role}
                    data={assignable(myRole).map((value) => ({ value, label: roles[value] }))}
                    onChange={(value) =>
                      setRole.mutate({
                        params: { path: { userId: member.userId } },
                        body: { role: value as Role },
                      })
                    }
                  />
                  <RemoveMember member={member} />
                </>
              ) : (
                <Text size="sm" title={roleHelp[member.role]}>
                  {roles[member.role]}
                </Text>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}

function MemberName({ member: { name, you } }: { member: Member }) {
  return (
    <>
      <bdi>{name}</bdi>
      {you && (
        <Text span size="sm" c="dimmed">
          {' '}
          ({text.you})
        </Text>
      )}
    </>
  );
}

function RemoveMember({ member: { userId, name } }: { member: Member }) {
  return (
    <ConfirmButton
      size="compact-sm"
      label={text.remove}
      question={text.removeQuestion(isolated(name))}
      help={text.removeHelp}
      onConfirm={() =>
        change(http.DELETE('/organization/members/{userId}', { params: { path: { userId } } }))
      }
    />
  );
}

const mayChange = (mine: Role, theirs: Role): boolean =>
  mine === 'owner' || (mine === 'admin' && theirs !== 'owner');
const assignable = (mine: Role): Role[] =>
  mine === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];

function InviteForm() {
  const form = useForm({ initialValues: { email: '', role: 'member' as 'admin' | 'member' } });
  const invite = useChange('post', '/organization/invitations', { onSuccess: () => form.reset() });
  return (
    <Section title={text.invite}>
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
          <ErrorAlert error={invite.error} fields={{ email: text.email }} />
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
          {invite.data?.link && (
            <ShownOnce label={text.link} help={text.linkHelp(invite.data.email)} value={invite.data.link} />
          )}
        </Stack>
      </form>
    </Section>
  );
}

function PendingInvitations() {
  const { data, error } = api.useQuery('get', '/organization/invitations');
  if (!data?.length) return <ErrorAlert error={error} />;
  return (
    <Section title={text.open}>
      <Rows>
        {data.map(({ id, email, role, expiresAt }) => (
          <Row
            key={id}
            title={email ?? text.anybody}
            detail={
              <>
                {roles[role]} · {text.until} <DateTime date={expiresAt} />
              </>
            }
          >
            <ConfirmButton
              size="compact-sm"
              label={text.revoke}
              question={text.revokeQuestion}
              help={text.revokeHelp}
              onConfirm={() =>
                change(http.DELETE('/organization/invitations/{id}', { params: { path: { id } } }))
              }
            />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
