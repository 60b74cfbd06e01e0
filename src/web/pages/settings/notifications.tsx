import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import { api, type Answer } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySaved } from '../../components/notify.ts';
import { strings } from '../../strings/index.ts';
import { Row, Rows, Section } from './section.tsx';

const text = strings.notifications.settings;
const MAILS = Object.entries(text.mails).map(([value, label]) => ({ value, label }));

type Choice = Answer<'getNotificationChoices'>['topics'][number];

/** Which notifications a person gets, and how. */
export default function NotificationSettings() {
  const { data, error } = api.useQuery('get', '/notifications/choices');
  const save = useChange('put', '/notifications/choices', {
    onSuccess: () => notifySaved(strings.settings.nav.notifications),
  });
  const choose = (choice: Choice): void => save.mutate({ body: { topics: [choice] } });
  return (
    <Section title={strings.notifications.title} help={text.help}>
      <ErrorAlert error={error ?? save.error} />
      {data && !data.mail && (
        <Text size="sm" c="dimmed">
          {text.noMail}
        </Text>
      )}
      {data && (
        <Rows>
          {data.topics.map((choice) => (
            <Row key={choice.topic} title={text.topics[choice.topic]}>
              <Checkbox
                label={text.app}
                aria-label={`${text.topics[choice.topic]}: ${text.app}`}
                checked={choice.app}
                onChange={({ currentTarget }) => choose({ ...choice, app: currentTarget.checked })}
              />
              {data.mail && (
                <NativeSelect
                  size="sm"
                  aria-label={`${text.topics[choice.topic]}: ${text.mail}`}
                  value={choice.mail}
                  data={MAILS}
                  onChange={({ currentTarget }) =>
                    choose({ ...choice, mail: currentTarget.value as Choice['mail'] })
                  }
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}
