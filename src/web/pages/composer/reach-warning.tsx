import { api } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { isUnreached, reachWords } from '../media/reach-alert.tsx';
import { chosenChannels, useComposer } from './composer-context.ts';
import { partsFor } from './composer-state.ts';
import classes from './limit-waits.module.css';
import { problemsOf } from './problems.ts';

/**
 * Warns that the chosen networks which fetch files could not fetch them in a trial. A warning: another
 * machine may see more than this one. Nothing where the check has refused the file already.
 */
export function ReachWarning() {
  const composer = useComposer();
  const { document } = composer.state;
  const withFiles = chosenChannels(composer).filter(({ id }) =>
    partsFor(document, id).some(({ media }) => media.length > 0),
  );
  const enabled = withFiles.length > 0;
  const { data } = api.useQuery('get', '/media/reach', {}, { staleTime: 60_000, enabled });
  if (!data || !isUnreached(data)) return null;
  const far = withFiles.filter(
    (channel) =>
      data.channels.includes(channel.id) &&
      !problemsOf(composer, channel).some(({ place }) => place.kind === 'media'),
  );
  if (!far.length) return null;
  return (
    <div role="status">
      <ul className={classes.list}>
        <li className={`${classes.row} any-text`}>
          <Icon name="alert-triangle" size={18} />
          <span>
            {strings.composer.reach.may(far.map(({ name }) => isolated(name)))} {reachWords(data)}
          </span>
        </li>
      </ul>
    </div>
  );
}
