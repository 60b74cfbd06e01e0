import { Alert, Button, Group, Progress as Bar, Text } from '@mantine/core';
import { change, useChange } from '../../web/api/change.ts';
import { http } from '../../web/api/client.ts';
import { ConfirmButton } from '../../web/components/confirm-button.tsx';
import { ErrorAlert } from '../../web/components/error-alert.tsx';
import { Icon } from '../../web/components/icon.tsx';
import { DateTime } from '../../web/format/date-time.tsx';
import { migration as texts } from './strings/index.ts';
import { Section } from '../../web/pages/settings/section.tsx';
import classes from './migration.module.css';
import type { Migration } from './state.ts';

const text = texts.progress;

/** How far the copy is, kind by kind, with what stops it and starts it again. */
export function Progress({ migration }: { migration: Migration }) {
  const { progress, problems, running, sourceProblem } = migration;
  const step = useChange('post', '/instance/migration/steps');
  const goesOn = running === true && !progress?.paused;
  return (
    <Section title={text.title} help={headlineOf(migration)}>
      {sourceProblem && (
        <Alert color="orange" title={text.sourceProblem}>
          <span lang="en">{sourceProblem}</span>
        </Alert>
      )}
      {progress && (
        <ul className={classes.kinds}>
          {progress.copied.map(({ kind, read, written }, n) => (
            <li key={kind}>
              <Text size="sm">{nameOf(kind)}</Text>
              {/* How many there are is known at their end: until then the bar only moves. */}
              <Bar
                value={100}
                animated={!progress.copiedAt && n === progress.copied.length - 1}
                aria-label={nameOf(kind)}
              />
              <Text size="sm" c="dimmed" className={classes.count}>
                {text.copied(written, read)}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {progress?.copiedAt && (
        <Text size="sm" c="dimmed">
          {text.changes(progress.changes)}
          {progress.lookedAt && (
            <>
              {', '}
              {text.looked} <DateTime date={progress.lookedAt} />
            </>
          )}
        </Text>
      )}
      <ErrorAlert error={step.error} />
      <Group>
        {goesOn ? (
          <Button
            variant="default"
            leftSection={<Icon name="player-pause" size={18} />}
            loading={step.isPending}
            onClick={() => step.mutate({ body: { do: 'pause' } })}
          >
            {text.pause}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<Icon name="player-play" size={18} />}
            loading={step.isPending}
            onClick={() => step.mutate({ body: { do: 'resume' } })}
          >
            {text.resume}
          </Button>
        )}
        {running && (
          <ConfirmButton
            label={text.abort}
            question={text.abortQuestion}
            help={text.abortHelp}
            onConfirm={() => change(http.POST('/instance/migration/steps', { body: { do: 'abort' } }))}
          />
        )}
      </Group>
      {problems.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {texts.problems.title}
          </Text>
          <ul>
            {problems.map(({ kind, problem, count }) => (
              <li key={`${kind}${problem}`}>
                <Text size="sm" lang="en" className="any-text">
                  {texts.plan.remark(count, nameOf(kind), problem)}
                </Text>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

const nameOf = (kind: string): string => text.kinds[kind as keyof typeof text.kinds] ?? kind;

function headlineOf({ running, progress }: Migration): string {
  if (running === null) return text.never;
  if (!running) return text.ended;
  if (!progress) return text.unknown;
  return progress.paused ? text.paused : text.doing[progress.doing];
}
