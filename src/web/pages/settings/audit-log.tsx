import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';

const { audit: text, nav } = strings.settings;

/** Who did what in the organisation, newest first. */
export default function AuditLogPage() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/organization/audit', {}, { enabled: isAdmin(me) });
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <Section title={nav.audit} help={text.help}>
      <ErrorAlert error={error} />
      {data?.events.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.events.length > 0 && (
        <Rows>
          {data.events.map((event) => (
            <Row
              key={event.id}
              title={text.event(event.kind, event.about, event.text)}
              detail={
                <>
                  <bdi>{event.person ?? text.somebody}</bdi> · <DateTime date={event.at} seconds />
                </>
              }
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}
