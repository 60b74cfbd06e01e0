import classes from './numbers.module.css';

const [WIDTH, HEIGHT, EDGE] = [120, 32, 2];

/**
 * The course of a number, one value for each day; days without one are bridged. The numbers beside it show
 * the same. Nothing below two values.
 */
export function Sparkline({ series }: { series: readonly (number | null)[] }) {
  const known = series.flatMap((value, day) => (value === null ? [] : [{ day, value }]));
  const values = known.map(({ value }) => value);
  if (known.length < 2) return <span />;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (day: number): number => (day / (series.length - 1)) * WIDTH;
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const line = known.map(({ day, value }) => `${x(day).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const [first, last] = [known[0]?.day ?? 0, known.at(-1)?.day ?? 0];
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`${x(first)},${HEIGHT} ${line} ${x(last)},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}
