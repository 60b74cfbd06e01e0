import { Avatar, Group, Text } from '@mantine/core';
import { change } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { apps } from '../../strings/apps.ts';
import { strings } from '../../strings/index.ts';
import { Row, Rows, Section } from './section.tsx';

const text = apps.approved;
type ApprovedApp = Answer<'listApprovedApps'>[number];

/** The apps that may act for this person, each with a button that revokes its access. */
export default function ApprovedAppsPage() {
  const { data, error } = api.useQuery('get', '/user/approved-apps');
  return (
    <Section title={strings.settings.nav.approved} help={text.help}>
      <ErrorAlert error={error} />
      {data?.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((app) => (
            <ApprovedAppRow key={app.id} app={app} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function ApprovedAppRow({ app }: { app: ApprovedApp }) {
  const { id, oauthApp } = app;
  return (
    <Row
      title={
        <Group gap="sm" wrap="nowrap">
          <Avatar src={oauthApp.picture?.path} name={oauthApp.name} color="initials" size={32} alt="" />
          <bdi>{oauthApp.name}</bdi>
        </Group>
      }
      detail={<ApprovalDetail app={app} />}
    >
      <ConfirmButton
        size="compact-sm"
        label={text.revoke}
        question={text.revokeQuestion(isolated(oauthApp.name))}
        help={text.revokeHelp}
        onConfirm={() => change(http.DELETE('/user/approved-apps/{id}', { params: { path: { id } } }))}
      />
    </Row>
  );
}

function ApprovalDetail({ app: { createdAt, lastUsedAt, organization, oauthApp } }: { app: ApprovedApp }) {
  return (
    <>
      {text.actsFor(isolated(organization.name))} · {text.since} <DateTime date={createdAt} relative /> ·{' '}
      {lastUsedAt ? (
        <>
          {text.lastUsed} <DateTime date={lastUsedAt} relative />
        </>
      ) : (
        text.neverUsed
      )}
      {oauthApp.description && (
        <>
          <br />
          <bdi>{oauthApp.description}</bdi>
        </>
      )}
    </>
  );
}
