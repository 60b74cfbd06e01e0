import { useIsLive } from '../api/live.ts';
import { useZone } from '../format/date-time.tsx';
import { strings } from '../strings/index.ts';
import classes from './page-state.module.css';

const text = strings.live;

/**
 * The line under a page's title: the zone of its dates, and whether changes appear as they happen or are asked
 * for.
 */
export function PageState() {
  const live = useIsLive();
  const zone = useZone();
  return (
    <p className={classes.state} data-live={live || undefined}>
      <span className={classes.dot} aria-hidden="true" />
      <span title={live ? text.liveHelp : text.askingHelp}>{live ? text.live : text.asking}</span>
      <span aria-hidden="true">·</span>
      <span>{text.zone(zone.replaceAll('_', ' '))}</span>
    </p>
  );
}
