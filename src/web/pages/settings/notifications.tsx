import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { api, type Answer } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySaved } from '../../components/notify.ts';
import { strings } from '../../strings/index.ts';
import { PushBrowser } from './push-browser.tsx';
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
  // What was just chosen, until the page has read it again.
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const choose = (choice: Choice): void => {
    setChosen((before) => ({ ...before, [choice.topic]: choice }));
    // This is called for the last change alone.
    save.mutate({ body: { topics: [choice] } }, { onSettled: () => setChosen({}) });
  };
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
          {data.topics
            .map((saved) => chosen[saved.topic] ?? saved)
            .map((choice) => (
              <Row key={choice.topic} title={text.topics[choice.topic]}>
                <Checkbox
                  label={text.app}
                  aria-label={`${text.topics[choice.topic]}: ${text.app}`}
                  checked={choice.app}
                  onChange={({ currentTarget }) => choose({ ...choice, app: currentTarget.checked })}
                />
                {data.push.anywhere && (
                  <Checkbox
                    label={text.browser}
                    aria-label={`${text.topics[choice.topic]}: ${text.browser}`}
                    checked={choice.push ?? false}
                    onChange={({ currentTarget }) => choose({ ...choice, push: currentTarget.checked })}
                  />
                )}
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
          <PushBrowser publicKey={data.push.publicKey} here={data.push.here} />
        </Rows>
      )}
    </Section>
  );
}
