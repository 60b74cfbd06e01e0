import { Skeleton, Text } from '@mantine/core';
import { useRef } from 'react';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { chosenChannels, useComposer, type Channel } from './composer-context.ts';
import { problemsOf } from './problems.ts';
import type { Settings } from './composer-state.ts';
import {
  AccountLine,
  FormNotes,
  kindsOf,
  unusedSettings,
  useAccount,
  useFilled,
  useNetworkSettings,
  type PostForm,
} from './post-form.tsx';
import { SettingFields } from './setting-fields.tsx';
import { fieldsOf, type SettingSchema } from './settings-schema.ts';
import classes from './settings-section.module.css';
import { UnknownSettingsList } from './unknown-settings-list.tsx';
import { hasForm, without } from './unknown-settings.ts';
import { targetOf } from './use-check.ts';

const text = strings.composer.settings;

/** What each chosen network wants to know besides the text. */
export function SettingsSection() {
  const composer = useComposer();
  return chosenChannels(composer).map((channel) => <ChannelSettings key={channel.id} channel={channel} />);
}

function ChannelSettings({ channel }: { channel: Channel }) {
  const composer = useComposer();
  const { state, dispatch, showProblems, check } = composer;
  // Once there is something to fix it stays open, also while it is being fixed.
  const mended = useRef(false);
  const { data, error, isPending } = useNetworkSettings(channel.id);
  const form: PostForm | undefined = data?.output.form;
  const account = useAccount(channel.id, form);
  const values = state.document.settings[channel.id] ?? {};
  const change = (settings: Settings): void =>
    dispatch({ type: 'settings-changed', channel: channel.id, settings });
  const off = account?.off ?? [];
  const unused = unusedSettings(form, kindsOf(state, channel.id));
  useFilled({ ...unused, ...Object.fromEntries(off.map((name) => [name, false])) }, values, change);
  if (isPending) {
    return (
      <Waiting>
        <Skeleton height={44} />
      </Waiting>
    );
  }
  if (error) return <ErrorAlert error={error} />;
  const { settings: schema, tools } = data.output;
  const fields: SettingSchema = typeof schema === 'string' ? {} : (schema as SettingSchema);
  const required = fields.required?.filter((name) => name !== '__type') ?? [];
  const problems = showProblems
    ? problemsOf(composer, channel).flatMap(({ place, message }) =>
        place.kind === 'settings' ? [{ field: place.field, message }] : [],
      )
    : [];
  mended.current ||= problems.length > 0;
  const unknown = [
    ...problems.filter(({ field }) => !hasForm(fields, field)).map((one) => ({ ...one, refused: true })),
    ...(targetOf(check, channel.id)?.withoutEffect ?? []).map((issue) => ({
      field: issue.path.split('.settings.')[1] ?? issue.path,
      message: strings.common.issue(issue),
      refused: false,
    })),
  ];
  if (!fieldsOf(fields).length && !unknown.length) return null;
  return (
    <details className={classes.section} open={required.length > 0 || mended.current || undefined}>
      <summary className={classes.summary}>
        <ChannelAvatar channel={channel} size={24} />
        <Text component="span" size="sm" fw={600} className={classes.name}>
          {text.of(isolated(channel.name))}
        </Text>
        {problems.length > 0 && <Icon name="alert-circle" size={18} className={classes.problem} />}
        <Icon name="chevron-down" size={18} className={classes.chevron} />
      </summary>
      <div className={classes.fields} data-settings={channel.id}>
        <UnknownSettingsList
          settings={unknown}
          onRemove={(field) => change(without(values, field, fields))}
        />
        <AccountLine account={account} />
        <SettingFields
          schema={fields}
          off={off}
          hidden={Object.keys(unused)}
          channel={channel.id}
          path=""
          tools={tools}
          problems={problems}
          values={values}
          onChange={change}
        />
        <FormNotes form={form} values={values} />
      </div>
    </details>
  );
}
