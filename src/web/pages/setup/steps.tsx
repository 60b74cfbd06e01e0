import { strings } from '../../strings/index.ts';
import classes from './steps.module.css';

const text = strings.setup.steps;

/** The steps of the first run by number and name; `at` is the current one, counted from 0. */
export function Steps({ names, at }: { names: readonly string[]; at: number }) {
  return (
    <ol className={classes.steps} aria-label={text.label}>
      {names.map((name, n) => (
        <li
          key={name}
          className={classes.step}
          aria-current={n === at ? 'step' : undefined}
          data-done={n < at || undefined}
        >
          <span className={classes.number} aria-hidden="true">
            {n < at ? '✓' : n + 1}
          </span>
          <span>
            {name}
            {n < at && <span className={classes.unseen}>, {text.done}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
