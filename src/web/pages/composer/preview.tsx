import { Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { strings } from '../../strings/index.ts';
import { partsFor, type Settings } from './composer-state.ts';
import { chosenChannels, useComposer, type Channel } from './composer-context.ts';
import classes from './preview.module.css';
import { PreviewPost } from './preview-post.tsx';

const text = strings.composer.preview;

/** The post as each network would show it. */
export function Preview() {
  const composer = useComposer();
  const { state } = composer;
  const chosen = chosenChannels(composer);
  const [picked, setPicked] = useState<string | null>(null);
  // The text that is being written is the one to look at.
  const shown =
    chosen.find(({ id }) => id === (state.scope ?? picked)) ??
    chosen.find(({ id }) => id === picked) ??
    chosen[0];
  const example = shown ?? composer.channels[0];
  return (
    <section className={classes.preview} aria-label={text.label}>
      {chosen.length > 1 && (
        <div className={classes.tabs} role="group" aria-label={text.choose}>
          {chosen.map((channel) => (
            <button
              key={channel.id}
              type="button"
              className={classes.tab}
              aria-pressed={channel.id === shown?.id}
              title={channel.name}
              onClick={() => setPicked(channel.id)}
            >
              <ChannelAvatar channel={channel} size={28} />
              <VisuallyHidden>{channel.name}</VisuallyHidden>
            </button>
          ))}
        </div>
      )}
      {!shown && <Text c="dimmed">{text.none}</Text>}
      {/* Without a channel, as an example. */}
      {example && <Shown channel={example} />}
    </section>
  );
}

/** The same each time, so that no part is rendered again for it. */
const NONE: Settings = {};

function Shown({ channel }: { channel: Channel }) {
  const { state } = useComposer();
  return (
    <PreviewPost
      channel={channel}
      parts={partsFor(state.document, channel.id)}
      files={state.files}
      settings={state.document.settings[channel.id] ?? NONE}
    />
  );
}
