import { Button, NumberInput, Radio, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { http } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { InDoubtLink } from '../../components/in-doubt-link.tsx';
import { notifySuccess } from '../../components/notify.ts';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Instance } from './state.ts';
import classes from './instance.module.css';

const text = strings.instance.freeze;
type Freeze = Instance['freezes'][number];

const ACTIONS = ['now', 'respread', 'drop'] as const;
type Action = (typeof ACTIONS)[number];
const HELP: Readonly<Record<Action, string>> = {
  now: text.nowHelp,
  respread: text.respreadHelp,
  drop: text.dropHelp,
};
const DEFAULT_MINUTES = 60;

interface ResumeCardProps {
  readonly freeze: Freeze;
  /** The whole instance is frozen too: this one cannot be resumed before it. */
  readonly blocked: boolean;
}

/** One freeze: why, since when, what waits because of it, and what ends it. */
export function ResumeCard({ freeze: { organization, at, reason, plan }, blocked }: ResumeCardProps) {
  const [action, setAction] = useState<Action>('now');
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES);
  const [asking, setAsking] = useState(false);
  // Of the whole instance, the others are resumed.
  const isDoubted = organization !== null && plan.inDoubt > 0;
  const isOffered = !blocked && !isDoubted;
  const resume = (): Promise<void> =>
    change(
      http.POST('/instance/resume', {
        body: {
          action: plan.overdue === 0 ? 'now' : action,
          minutes,
          ...(organization ? { organizationId: organization.id } : {}),
        },
      }),
      () => notifySuccess(text.resumed),
    );
  return (
    <div className={classes.freeze}>
      <span className={classes.summaryIcon}>
        <Icon name="snowflake" size={28} />
      </span>
      <Stack gap="sm" className={classes.words}>
        <div>
          <Title order={3} className="any-text">
            {organization ? text.frozenOne(isolated(organization.name)) : text.frozenAll}
          </Title>
          <Text size="sm" className="any-text">
            <bdi>{reason}</bdi> · {text.since} <DateTime date={at} />
          </Text>
        </div>
        <PlanLines plan={plan} />
        {blocked && !isDoubted && <Text size="sm">{text.instanceFirst}</Text>}
        {isOffered && plan.overdue > 0 && (
          <Choice action={action} onAction={setAction} minutes={minutes} onMinutes={setMinutes} />
        )}
        {isOffered && (
          <div>
            <Button leftSection={<Icon name="player-play" size={18} />} onClick={() => setAsking(true)}>
              {text.resume}
            </Button>
          </div>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        label={text.resume}
        question={text.resumeQuestion}
        help={text.resumeHelp(plan.overdue, action)}
        onConfirm={resume}
      />
    </div>
  );
}

function PlanLines({ plan }: { plan: Freeze['plan'] }) {
  const { overdue, channels, tooLate, waiting, backupAt, doubtful, inDoubt } = plan;
  return (
    <ul className={classes.plan}>
      <li>{overdue === 0 ? text.noneOverdue : text.overdue(overdue, channels)}</li>
      {tooLate > 0 && <li>{text.tooLate(tooLate)}</li>}
      {backupAt && doubtful > 0 && (
        <li>
          {text.doubtful(doubtful)} <DateTime date={backupAt} />
        </li>
      )}
      {inDoubt > 0 && (
        <li>
          {text.inDoubt(inDoubt)} <InDoubtLink />
        </li>
      )}
      {waiting > 0 && <li>{text.later(waiting)}</li>}
    </ul>
  );
}

interface ChoiceProps {
  readonly action: Action;
  onAction(action: Action): void;
  readonly minutes: number;
  onMinutes(minutes: number): void;
}

function Choice({ action, onAction, minutes, onMinutes }: ChoiceProps) {
  return (
    <>
      <Radio.Group label={text.plan} value={action} onChange={(value) => onAction(value as Action)}>
        <Stack gap="xs" mt="xs">
          {ACTIONS.map((value) => (
            <Radio key={value} value={value} label={text[value]} description={HELP[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {action === 'respread' && (
        <NumberInput
          label={text.minutes}
          value={minutes}
          min={1}
          max={10_080}
          maw={220}
          allowDecimal={false}
          onChange={(value) => onMinutes(Number(value) || DEFAULT_MINUTES)}
        />
      )}
    </>
  );
}
