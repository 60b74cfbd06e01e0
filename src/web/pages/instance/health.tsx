import { Paper, Text, Title } from '@mantine/core';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import type { Instance } from './state.ts';
import classes from './instance.module.css';

const text = strings.instance.health;

/** The state of the instance in one word, and each check. A frozen instance looks frozen. */
export function Health({ instance }: { instance: Instance }) {
  const { checks, workers, reconciler } = instance;
  return (
    <section aria-label={text.title}>
      <Summary instance={instance} />
      <Paper withBorder component="ul" className={classes.checks}>
        {checks.map(({ name, ok, found }) => (
          <li key={name}>
            <span data-tone={ok ? 'good' : 'bad'} className={classes.sign}>
              <Icon name={ok ? 'circle-check' : 'circle-x'} size={18} />
            </span>
            <Text size="sm" fw={600}>
              {text.checks[name]}
            </Text>
            <Text size="sm" c="dimmed" className="any-text">
              {strings.common.issue(found)}
            </Text>
          </li>
        ))}
        <li>
          <span className={classes.sign} data-tone={reconciler ? 'good' : 'quiet'}>
            <Icon name={reconciler ? 'circle-check' : 'clock'} size={18} />
          </span>
          <Text size="sm" fw={600}>
            {text.reconciler}
          </Text>
          <Text size="sm" c="dimmed">
            {reconciler
              ? text.reconcilerLast(Math.round(reconciler.secondsAgo), reconciler.repairs)
              : text.reconcilerNever}
            {', '}
            {text.workers(workers)}
          </Text>
        </li>
      </Paper>
    </section>
  );
}

function Summary({ instance: { ready, freezes } }: { instance: Instance }) {
  const frozen = freezes.some(({ organization }) => organization === null);
  const [tone, icon, title, help] = frozen
    ? (['frozen', 'snowflake', text.frozen, text.frozenHelp] as const)
    : ready
      ? (['good', 'circle-check', text.ready, text.readyHelp] as const)
      : (['bad', 'alert-triangle', text.notReady, text.notReadyHelp] as const);
  return (
    <div className={classes.summary} data-tone={tone}>
      <span className={classes.summaryIcon}>
        <Icon name={icon} size={28} />
      </span>
      <div>
        <Title order={2}>{title}</Title>
        <Text size="sm">{help}</Text>
      </div>
    </div>
  );
}
