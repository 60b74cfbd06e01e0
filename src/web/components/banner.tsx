import type { ReactNode } from 'react';
import classes from './banner.module.css';
import { Icon } from './icon.tsx';

interface BannerProps {
  readonly tone: 'info' | 'warning' | 'danger';
  /** The name of the region, for screen readers. */
  readonly label: string;
  /** What is the matter, in a sentence or two. */
  readonly children: ReactNode;
  /** The one thing that fixes it: a link or a button. */
  readonly action?: ReactNode;
}

/** A strip above a page about something that concerns all pages. */
export function Banner({ tone, label, children, action }: BannerProps) {
  return (
    <section aria-label={label} className={classes.banner} data-tone={tone}>
      <Icon name={tone === 'info' ? 'info-circle' : 'alert-triangle'} className={classes.icon} />
      <div className={`${classes.words} any-text`}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </section>
  );
}
