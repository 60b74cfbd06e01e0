import { NetworkMark } from '../../components/network-mark.tsx';
import { locale } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { channelsInScope } from './composer-state.ts';
import { chosenChannels, useComposer } from './composer-context.ts';
import { leftFor } from './counting.ts';
import classes from './counters.module.css';

const text = strings.composer.counters;
/** Fewer than this, and the number is set off. */
const FEW = 20;

/** How many characters each network has left, counted as it counts. Networks with equal numbers share one. */
export function Counters({ index, text: written }: { index: number; text: string }) {
  const numbers = new Intl.NumberFormat(locale());
  const composer = useComposer();
  const { state, check } = composer;
  const inScope = channelsInScope(state);
  const counted = chosenChannels(composer)
    .filter(({ id }) => inScope.includes(id))
    .flatMap(({ id, identifier, name }) => {
      const counted = leftFor(check, id, { index, text: written });
      return counted ? [{ identifier, name, ...counted }] : [];
    });
  const networks = [...new Map(counted.map((one) => [`${one.identifier} ${one.limit}`, one])).values()];
  return (
    <ul className={classes.counters} aria-label={text.label}>
      {networks.map(({ identifier, name, limit, left }) => (
        <li
          key={`${identifier} ${limit}`}
          className={classes.counter}
          data-state={left < 0 ? 'over' : left < FEW ? 'few' : undefined}
          title={text.limit(numbers.format(limit))}
        >
          <NetworkMark provider={identifier} size={16} label={name} />
          {numbers.format(left)}
        </li>
      ))}
    </ul>
  );
}
