import { latePart } from './late-part.tsx';
import classes from './network-mark.module.css';

interface NetworkMarkProps {
  /** The identifier of the network: `mastodon`. */
  readonly provider: string;
  /** In pixels; default: 24. */
  readonly size?: number;
  /** The network's name, where no text beside the mark has it. */
  readonly label?: string | undefined;
}

const NetworkDrawing = latePart(() => import('./network-drawing.tsx'), { meanwhile: Blank, instead: Blank });

/** The mark of a network in a tile of its colour. */
export function NetworkMark({ provider, size = 24, label }: NetworkMarkProps) {
  return (
    <span className={classes.mark}>
      <NetworkDrawing provider={provider} size={size} label={label} />
    </span>
  );
}

/** The room of a mark that is not there. */
function Blank({ size = 24, label }: NetworkMarkProps) {
  return (
    <svg
      width={size}
      height={size}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
