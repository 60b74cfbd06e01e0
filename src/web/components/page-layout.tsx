import { Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import classes from './page-layout.module.css';

interface PageLayoutProps {
  /** The heading, and the title of the document. */
  readonly title: string;
  /** Which of the pages with this heading it is, for the title of the document. */
  readonly part?: string;
  /** For a page that has a heading of its own. */
  readonly hideTitle?: boolean;
  /** How wide the content may become: 832 px (default), 1,200 px, or the whole window. */
  readonly width?: 'narrow' | 'wide' | 'full';
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The main part of a page. Its heading stays in view on a phone, as the bar at the top. */
export function PageLayout({ title, part, hideTitle, width = 'narrow', actions, children }: PageLayoutProps) {
  useEffect(() => {
    document.title = [part, title, strings.common.product].filter(Boolean).join(' · ');
  }, [part, title]);
  return (
    <main id="content" tabIndex={-1} className={classes.page} data-width={width}>
      {!hideTitle && (
        <div className={classes.head}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      <div className={classes.content}>{children}</div>
    </main>
  );
}
