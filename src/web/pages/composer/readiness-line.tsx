import { Button, Text } from '@mantine/core';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { useComposer, type Channel, type ComposerParts } from './composer-context.ts';
import { channelsInScope } from './composer-state.ts';
import classes from './readiness-line.module.css';
import { problemsOf, readiness, type Problem } from './problems.ts';

const text = strings.composer.readiness;

/**
 * "3 of 4 channels are ready", and for each other one the way there, and the way without it. A problem is
 * shown here where no field shows it.
 */
export function ReadinessLine({ dated }: { dated: boolean }) {
  const composer = useComposer();
  const { state, showProblems, check, settled, unchecked } = composer;
  const { ready, unready } = readiness(composer);
  const all = ready.length + unready.length;
  if (!showProblems || !state.document.channels.length) return null;
  if (unchecked) return <Open role="status">{text.unchecked}</Open>;
  if (!check || !all) return null;
  if (!unready.length) {
    // A date that is missing or has passed is reported beside it, and nothing is ready.
    if (!dated) return null;
    if (!settled) return <Open>{text.checking}</Open>;
    return (
      <p className={classes.ready} role="status">
        <Icon name="circle-check" size={18} />
        {text.all(all)}
      </p>
    );
  }
  return (
    <div className={classes.unready} role="status">
      <Text size="sm" fw={600}>
        {text.some(
          ready.length,
          all,
          unready.map(({ name }) => isolated(name)),
        )}
      </Text>
      <ul className={classes.list}>
        {unready.map((channel) => (
          <UnreadyRow key={channel.id} channel={channel} only={all === 1} />
        ))}
      </ul>
    </div>
  );
}

/** What is said while nobody knows whether the channels are ready. */
const Open = ({ role, children }: { role?: 'status'; children: string }) => (
  <p className={classes.open} role={role}>
    <Icon name="clock" size={18} />
    {children}
  </p>
);

function UnreadyRow({ channel, only }: { channel: Channel; only: boolean }) {
  const composer = useComposer();
  const { state, dispatch, post } = composer;
  const [first, ...more] = problemsOf(composer, channel);
  const show = (): void => {
    const own = state.document.variations[channel.id] ? channel.id : null;
    dispatch({ type: 'scope-chosen', channel: own });
    // The text of the channel is on the page after the next frame.
    requestAnimationFrame(() => focusOn(channel, first));
  };
  return (
    <li className={classes.row}>
      <ChannelAvatar channel={channel} size={24} />
      <span className={`${classes.words} any-text`}>
        <bdi className={classes.name}>{channel.name}</bdi>{' '}
        {first && !isSaidInPlace(composer, first) ? text.because(first.message, more.length) : ''}
      </span>
      {first && first.place.kind !== 'channel' && (
        <Button size="compact-sm" variant="default" onClick={show}>
          {text.fix}
        </Button>
      )}
      {!only && !post && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => dispatch({ type: 'channel-toggled', channel: channel.id })}
        >
          {text.leaveOut}
        </Button>
      )}
    </li>
  );
}

/** Beside its field; a text that is not open has no field. */
function isSaidInPlace({ state }: Pick<ComposerParts, 'state'>, { place, channel }: Problem): boolean {
  if (place.kind === 'settings') return true;
  return 'part' in place && channelsInScope(state).includes(channel.id);
}

function focusOn(channel: Channel, problem: Problem | undefined): void {
  if (problem?.place.kind === 'settings') {
    const fields = document.querySelector<HTMLElement>(`[data-settings="${channel.id}"]`);
    fields?.closest('details')?.setAttribute('open', '');
    fields?.querySelector<HTMLElement>('[aria-invalid="true"], input, select, textarea')?.focus();
    return;
  }
  const part = problem && 'part' in problem.place ? problem.place.part : 0;
  document.querySelectorAll<HTMLElement>('[data-part]')[part]?.querySelector('textarea')?.focus();
}
