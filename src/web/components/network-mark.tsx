import { Suspense, lazy } from 'react';
import classes from './network-mark.module.css';

interface NetworkMarkProps {
  /** The identifier of the network: `mastodon`. */
  readonly provider: string;
  /** In pixels; default: 24. */
  readonly size?: number;
  /** The network's name, where no words beside the mark say it. */
  readonly label?: string;
}

const NetworkDrawing = lazy(() => import('./network-drawing.tsx'));

/** The mark of a network in a tile of its colour. */
export function NetworkMark({ provider, size = 24, label }: NetworkMarkProps) {
  return (
    <span className={classes.mark}>
      <Suspense fallback={<svg width={size} height={size} aria-hidden />}>
        <NetworkDrawing provider={provider} size={size} label={label} />
      </Suspense>
    </span>
  );
}
