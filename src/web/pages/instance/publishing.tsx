import { Button, Group, Paper, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { issueOf } from '../../components/issues.ts';
import { notifySuccess } from '../../components/notify.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { useMe } from '../settings/layout.tsx';
import type { Instance } from './instance.tsx';
import classes from './instance.module.css';
import { ResumeCard } from './resume-card.tsx';

const text = strings.instance.freeze;

/** Whether publishing runs; what freezes it, and what resumes it. */
export function Publishing({ instance: { freezes } }: { instance: Instance }) {
  const [asking, setAsking] = useState(false);
  const everything = freezes.some(({ organization }) => organization === null);
  return (
    <section aria-label={text.title}>
      <Title order={2} mb="sm">
        {text.title}
      </Title>
      <div className={classes.stack}>
        {freezes.map((freeze) => (
          <ResumeCard
            key={freeze.organization?.id ?? 'instance'}
            freeze={freeze}
            blocked={everything && freeze.organization !== null}
          />
        ))}
        {!everything && (
          <Paper withBorder className={classes.running}>
            <div className={classes.words}>
              {freezes.length === 0 && (
                <Text size="sm" fw={600}>
                  {text.running}
                </Text>
              )}
              <Text size="sm" c="dimmed">
                {text.help}
              </Text>
            </div>
            <Button
              variant="default"
              leftSection={<Icon name="snowflake" size={18} />}
              onClick={() => setAsking(true)}
            >
              {text.action}
            </Button>
          </Paper>
        )}
      </div>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={text.dialog}>
        <FreezeForm onDone={() => setAsking(false)} />
      </Dialog>
    </section>
  );
}

function FreezeForm({ onDone }: { onDone(): void }) {
  const { organization } = useMe();
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<'all' | 'mine'>('all');
  const freeze = useChange('post', '/instance/freeze', {
    onSuccess: ({ openCalls }) => {
      onDone();
      if (openCalls === 0) notifySuccess(text.done);
      else notifications.show({ color: 'orange', message: text.openCalls(openCalls), autoClose: false });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        freeze.mutate({
          body: { reason, ...(scope === 'mine' && organization ? { organizationId: organization.id } : {}) },
        });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text.dialogHelp}
        </Text>
        {organization && (
          <SegmentedControl
            aria-label={text.scope}
            value={scope}
            onChange={(value) => setScope(value as typeof scope)}
            data={[
              { value: 'all', label: text.all },
              { value: 'mine', label: text.mine(isolated(organization.name)) },
            ]}
          />
        )}
        <TextInput
          label={text.reason}
          value={reason}
          maxLength={200}
          required
          data-autofocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={issueOf(freeze.error, 'reason')}
        />
        {!issueOf(freeze.error, 'reason') && <ErrorAlert error={freeze.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {strings.common.cancel}
          </Button>
          <Button type="submit" loading={freeze.isPending} disabled={!reason.trim()}>
            {text.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
