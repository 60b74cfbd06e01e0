import { Icon } from '../../components/icon.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { chosenChannels, useComposer } from './composer-context.ts';
import classes from './limit-waits.module.css';
import { targetOf } from './use-check.ts';

/** What the chosen networks may refuse or cut of the texts, although they can be sent. */
export function TextWarnings() {
  const composer = useComposer();
  const warnings = chosenChannels(composer).flatMap((channel) =>
    (targetOf(composer.check, channel.id)?.warnings ?? []).map((warning) => ({ channel, warning })),
  );
  if (!warnings.length) return null;
  return (
    <div role="status">
      <ul className={classes.list}>
        {warnings.map(({ channel, warning }) => (
          <li key={`${channel.id} ${warning.path}`} className={`${classes.row} any-text`}>
            <Icon name="alert-triangle" size={18} />
            <span>
              {strings.composer.textWarning({
                channel: isolated(channel.name),
                words: strings.common.issue(warning),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
