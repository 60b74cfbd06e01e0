import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../web/api/change.ts';
import { http } from '../../web/api/client.ts';
import { ConfirmButton } from '../../web/components/confirm-button.tsx';
import { notifySuccess } from '../../web/components/notify.ts';
import { isolated } from '../../web/format/text.ts';
import { migration as text } from './strings/index.ts';
import { Section } from '../../web/pages/settings/section.tsx';
import { isSchedulerKnown, type Migration } from './state.ts';

type Organization = Migration['organizations'][number];
const RULES = ['ask', 'send', 'draft'] as const;
type Rule = (typeof RULES)[number];

interface TakeOverProps {
  readonly organizations: readonly Organization[];
  /** The name of one organisation; without it, all that v1 publishes for. */
  readonly name?: string;
  /** What is known of v1. */
  readonly migration: Pick<Migration, 'redis' | 'temporal' | 'scheduler'>;
}

/** Asks what to do with overdue posts, and explains what is written into v1, before it takes over. */
export function TakeOver({ organizations, name, migration }: TakeOverProps) {
  const [overdue, setOverdue] = useState<Rule>('ask');
  const [frozenSource, setFrozen] = useState(false);
  const [withoutRedis, setWithout] = useState(false);
  const [withoutMissingFiles, setWithoutFiles] = useState(false);
  const known = isSchedulerKnown(migration);
  const waiting = organizations.reduce((sum, one) => sum + one.waiting, 0);
  const withoutFiles = organizations.reduce((sum, one) => sum + one.withoutFiles, 0);
  const [one] = organizations;
  const organizationId = name === undefined ? undefined : one?.id;
  return (
    <ConfirmButton
      harmless
      label={name === undefined ? text.cutover.all : text.cutover.one}
      question={
        name === undefined
          ? text.cutover.questionAll(organizations.length)
          : text.cutover.question(isolated(name))
      }
      help={
        <Stack gap="sm">
          <Text size="sm">{text.cutover.help(waiting, known ? migration.scheduler : 'neither')}</Text>
          {!known && (
            <Text size="sm" c="orange">
              {text.cutover.unknown[migration.scheduler]}
            </Text>
          )}
          <Radio.Group
            label={text.cutover.overdue}
            value={overdue}
            onChange={(value) => setOverdue(value as Rule)}
          >
            <Stack gap="xs" mt="xs">
              {RULES.map((rule) => (
                <Radio key={rule} value={rule} label={text.cutover.rules[rule]} />
              ))}
            </Stack>
          </Radio.Group>
          <Checkbox
            label={text.cutover.frozen}
            checked={frozenSource}
            onChange={({ currentTarget }) => setFrozen(currentTarget.checked)}
          />
          {!known && migration.scheduler === 'redis' && (
            <Checkbox
              label={text.cutover.withoutRedis}
              checked={withoutRedis}
              onChange={({ currentTarget }) => setWithout(currentTarget.checked)}
            />
          )}
          {withoutFiles > 0 && (
            <Checkbox
              label={text.cutover.withoutFiles(withoutFiles)}
              checked={withoutMissingFiles}
              onChange={({ currentTarget }) => setWithoutFiles(currentTarget.checked)}
            />
          )}
        </Stack>
      }
      onConfirm={() =>
        change(
          http.POST('/instance/migration/steps', {
            body: {
              do: 'cutover',
              overdue,
              frozenSource,
              withoutRedis,
              withoutMissingFiles,
              ...(organizationId ? { organizationId } : {}),
            },
          }),
          () => notifySuccess(text.cutover.started),
        )
      }
    />
  );
}

/** Gives one organisation back to v1; also ends a takeover that has not come to its end. */
export function GiveBack({ organization: { id, name } }: { organization: Organization }) {
  return (
    <ConfirmButton
      label={text.rollback.one}
      question={text.rollback.question(isolated(name))}
      help={text.rollback.help}
      onConfirm={() =>
        change(http.POST('/instance/migration/steps', { body: { do: 'rollback', organizationId: id } }), () =>
          notifySuccess(text.rollback.started),
        )
      }
    />
  );
}

/** The last step, when Crier publishes for all. */
export function Finish({ migration: { organizations } }: { migration: Migration }) {
  const ready =
    organizations.length > 0 &&
    organizations.every(({ publishes, restoredAt }) => publishes === 'crier' && restoredAt === null);
  return (
    <Section title={text.finish.title} help={text.finish.help}>
      <div>
        <ConfirmButton
          label={text.finish.action}
          question={text.finish.question}
          help={text.finish.warning}
          disabled={!ready}
          onConfirm={() =>
            change(http.POST('/instance/migration/steps', { body: { do: 'finish' } }), () =>
              notifySuccess(text.finish.done),
            )
          }
        />
      </div>
    </Section>
  );
}
