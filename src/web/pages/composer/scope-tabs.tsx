import { Button, Menu } from '@mantine/core';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import { isolated } from '../../format/text.ts';
import { chosenChannels, useComposer } from './composer-context.ts';
import classes from './scope-tabs.module.css';

const text = strings.composer.variations;

/** Which text is being written: that of all channels, or the one of a channel that has its own. */
export function ScopeTabs() {
  const composer = useComposer();
  const { state, dispatch, post, uploads } = composer;
  const { variations, parts } = state.document;
  const customise = (channel: string): void => {
    const ids = parts.map(() => crypto.randomUUID());
    dispatch({ type: 'customised', channel, ids });
    for (const [index, { id }] of parts.entries()) uploads.copy(id, ids[index] ?? id);
  };
  const chosen = chosenChannels(composer);
  const own = chosen.filter(({ id }) => variations[id]);
  const shared = chosen.filter(({ id }) => !variations[id]);
  if (post || (chosen.length < 2 && !own.length)) return null;
  return (
    <div className={classes.tabs} role="group" aria-label={text.label}>
      <button
        type="button"
        className={classes.tab}
        aria-pressed={state.scope === null}
        onClick={() => dispatch({ type: 'scope-chosen', channel: null })}
      >
        {own.length ? text.others : text.all}
      </button>
      {own.map((channel) => (
        <button
          key={channel.id}
          type="button"
          className={classes.tab}
          aria-pressed={state.scope === channel.id}
          onClick={() => dispatch({ type: 'scope-chosen', channel: channel.id })}
        >
          <ChannelAvatar channel={channel} size={20} />
          <bdi className={classes.name}>{channel.name}</bdi>
        </button>
      ))}
      {shared.length > 0 && chosen.length > 1 && (
        <Menu withinPortal={false} position="bottom-start" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<Icon name="pencil" size={16} />}>
              {text.customise}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{text.customiseHelp}</Menu.Label>
            {shared.map((channel) => (
              <Menu.Item
                key={channel.id}
                leftSection={<ChannelAvatar channel={channel} size={20} />}
                onClick={() => customise(channel.id)}
              >
                <bdi>{channel.name}</bdi>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {state.scope !== null && <ShareAgain channel={state.scope} />}
    </div>
  );
}

function ShareAgain({ channel }: { channel: string }) {
  const { dispatch, channels } = useComposer();
  const name = channels.find(({ id }) => id === channel)?.name ?? '';
  return (
    <ConfirmButton
      size="compact-sm"
      variant="subtle"
      label={text.shareAgain}
      question={text.shareAgainQuestion(isolated(name))}
      help={text.shareAgainHelp}
      onConfirm={async () => dispatch({ type: 'shared-again', channel })}
    />
  );
}
