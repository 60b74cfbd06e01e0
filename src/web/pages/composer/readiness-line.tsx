import { Button, Text } from '@mantine/core';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import { useComposer, type Channel } from './composer-context.ts';
import classes from './readiness-line.module.css';
import { problemsOf, readiness, type Problem } from './problems.ts';
import { labelOf } from './settings-schema.ts';

const text = strings.composer.readiness;

/** "3 of 4 channels are ready", and for each other one what is wrong, the way there, and the way without it. */
export function ReadinessLine() {
  const composer = useComposer();
  const { state, showProblems, check } = composer;
  const { ready, unready } = readiness(composer);
  const all = ready.length + unready.length;
  if (!showProblems || !check || !state.document.channels.length || !all) return null;
  if (!unready.length) {
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
        {first ? text.because(wordsOf(first), more.length) : ''}
      </span>
      {first && first.place.kind !== 'channel' && (
        <Button size="compact-sm" variant="default" onClick={show}>
          {text.mend}
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

/** What is wrong, with the name of the setting that it is wrong with: it is not beside it here. */
function wordsOf({ place, message }: Problem): string {
  const field = place.kind === 'settings' ? place.field.split('.').findLast((step) => /\D/.test(step)) : '';
  return field ? text.ofField(words(labelOf(field)), message) : message;
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
