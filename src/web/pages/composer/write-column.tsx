import { Alert, TagsInput } from '@mantine/core';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { ChannelChips } from './channel-chips.tsx';
import { useComposer } from './composer-context.ts';
import classes from './composer.module.css';
import type { Gone } from './open-state.ts';
import { ScopeTabs } from './scope-tabs.tsx';
import { SettingsSection } from './settings-section.tsx';
import { ShortLinkSwitch } from './short-link-switch.tsx';
import { Thread } from './thread.tsx';
import type { Submit } from './use-submit.ts';
import type { Writing } from './use-writing.ts';
import { WhenField } from './when-field.tsx';

const text = strings.composer;

interface WriteColumnProps extends Pick<Writing, 'loading' | 'loadError'> {
  readonly gone: Gone | undefined;
  readonly submission: Pick<Submit, 'asked' | 'chosen'>;
}

/** Where the post is written: for whom, what, how and when. */
export function WriteColumn(props: WriteColumnProps) {
  const { loading, loadError, gone } = props;
  const { asked, chosen } = props.submission;
  const { state, dispatch } = useComposer();
  return (
    <div className={classes.write}>
      <ErrorAlert error={loadError} />
      {gone && <Alert color="yellow">{text.gone[gone]}</Alert>}
      <ChannelChips loading={loading} />
      {asked && !chosen.length && <p className={classes.missing}>{text.channels.missing}</p>}
      <ScopeTabs />
      <Thread />
      <SettingsSection />
      <TagsInput
        label={text.tags}
        maxTags={100}
        comboboxProps={{ withinPortal: false }}
        value={[...state.document.tags]}
        onChange={(tags) => dispatch({ type: 'tags-changed', tags })}
      />
      <ShortLinkSwitch />
      <WhenField asked={asked} />
    </div>
  );
}
