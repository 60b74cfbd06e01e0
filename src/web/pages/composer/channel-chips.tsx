import { Anchor, Skeleton, Text, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { strings } from '../../strings/index.ts';
import classes from './channel-chips.module.css';
import { useComposer, type Channel } from './composer-context.ts';

const text = strings.composer.channels;

/** Where the post goes: one button for each channel. */
export function ChannelChips({ loading }: { loading: boolean }) {
  const { channels, post, state } = useComposer();
  const shown = channels.filter(({ id, disabled }) => !disabled || state.document.channels.includes(id));
  if (loading) {
    return (
      <Waiting>
        <Skeleton height={44} radius="xl" />
      </Waiting>
    );
  }
  if (!shown.length) {
    return (
      <EmptyState
        picture="plug"
        title={text.none}
        help={text.noneHelp}
        action={
          <Anchor component={Link} to="/channels">
            {text.connect}
          </Anchor>
        }
      />
    );
  }
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>{post ? text.edited : text.label}</legend>
      {shown.map((channel) => (
        <Chip key={channel.id} channel={channel} fixed={post !== null} />
      ))}
    </fieldset>
  );
}

function Chip({ channel, fixed }: { channel: Channel; fixed: boolean }) {
  const { state, dispatch } = useComposer();
  const { id, name, disabled, refreshNeeded } = channel;
  const chosen = state.document.channels.includes(id);
  if (fixed && !chosen) return null;
  const trouble = disabled ? text.disabled : refreshNeeded ? text.disconnected : undefined;
  const chip = (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={chosen}
      disabled={fixed}
      data-trouble={trouble ? true : undefined}
      onClick={() => dispatch({ type: 'channel-toggled', channel: id })}
    >
      <ChannelAvatar channel={channel} size={28} />
      <Text component="span" size="sm" fw={500} className={classes.name}>
        <bdi>{name}</bdi>
      </Text>
      {trouble && <Icon name="alert-triangle" size={16} className={classes.trouble} />}
      {chosen && !fixed && <Icon name="check" size={16} className={classes.check} />}
    </button>
  );
  return trouble ? (
    <Tooltip label={trouble} withinPortal={false}>
      {chip}
    </Tooltip>
  ) : (
    chip
  );
}
