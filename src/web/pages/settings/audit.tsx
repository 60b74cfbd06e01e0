import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { When } from '../../format/when.tsx';
import { strings } from '../../strings/index.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Part, Row, Rows } from './room.tsx';

const { audit: text, nav } = strings.settings;

/** Who did what, newest first. */
export default function Audit() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/organization/audit', {}, { enabled: isAdmin(me) });
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <Part title={nav.audit} help={text.help}>
      <RefusalAlert error={error} />
      {data?.events.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.events.length > 0 && (
        <Rows>
          {data.events.map((event) => (
            <Row
              key={event.id}
              title={event.text}
              detail={
                <>
                  <bdi>{event.person ?? text.somebody}</bdi> · <When date={event.at} seconds />
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Part>
  );
}
