import { Avatar, Group, Text } from '@mantine/core';
import { api, http, queryClient } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { isolated } from '../../format/text.ts';
import { When } from '../../format/when.tsx';
import { strings } from '../../strings/index.ts';
import { Part, Row, Rows } from './room.tsx';

const text = strings.apps.approved;

/** What a person let apps do, and the way to end it. */
export default function ApprovedApps() {
  const { data, error } = api.useQuery('get', '/user/approved-apps');
  const revoke = (id: string) => async (): Promise<void> => {
    const { error: refused } = await http.DELETE('/user/approved-apps/{id}', { params: { path: { id } } });
    if (refused) throw refused;
    await queryClient.invalidateQueries();
  };
  return (
    <Part title={strings.settings.nav.approved} help={text.help}>
      <RefusalAlert error={error} />
      {data?.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.length > 0 && (
        <Rows>
          {data.map(({ id, createdAt, lastUsedAt, organization, oauthApp }) => (
            <Row
              key={id}
              title={
                <Group gap="sm" wrap="nowrap">
                  <Avatar
                    src={oauthApp.picture?.path}
                    name={oauthApp.name}
                    color="initials"
                    size={32}
                    alt=""
                  />
                  <bdi>{oauthApp.name}</bdi>
                </Group>
              }
              detail={
                <>
                  {text.actsFor(isolated(organization.name))} · {text.since}{' '}
                  <When date={createdAt} distance /> ·{' '}
                  {lastUsedAt ? (
                    <>
                      {text.lastUsed} <When date={lastUsedAt} distance />
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
              }
            >
              <ConfirmButton
                size="compact-sm"
                label={text.revoke}
                question={text.revokeQuestion(isolated(oauthApp.name))}
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
