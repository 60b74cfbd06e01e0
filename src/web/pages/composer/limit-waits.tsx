import { Icon } from '../../components/icon.tsx';
import { formatDate } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { chosenChannels, useComposer } from './composer-context.ts';
import classes from './limit-waits.module.css';
import { targetOf } from './use-check.ts';

const text = strings.composer.limits;

/** The channels whose network would make the post wait at its date: nothing is wrong with it, only early. */
export function LimitWaits() {
  const composer = useComposer();
  const { check, zone } = composer;
  const waits = chosenChannels(composer).flatMap((channel) => {
    const wait = targetOf(check, channel.id)?.wait;
    return wait ? [{ channel, wait }] : [];
  });
  if (!waits.length) return null;
  return (
    <div role="status">
      <ul className={classes.list}>
        {waits.map(({ channel, wait }) => (
          <li key={channel.id} className={`${classes.row} any-text`}>
            <Icon name="clock" size={18} />
            <span>
              {text.used({ ...wait, channel: isolated(channel.name) })}{' '}
              {wait.until ? text.goesOut(formatDate(wait.until, zone)) : text.tooLong}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
