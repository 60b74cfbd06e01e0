import { Anchor } from '@mantine/core';
import { Icon } from '../../components/icon.tsx';
import { locale } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import type { Detail } from './detail.ts';
import classes from './post.module.css';

type Part = Detail['items'][number];

interface PartBelowProps {
  readonly post: Detail;
  readonly part: Pick<Part, 'id'>;
  readonly n: number;
}

/** Below a part: its own URL once it is published, and how long the next part waits for it. */
export function PartBelow({ post, part, n }: PartBelowProps) {
  const stored = post.items.find(({ id }) => id === part.id);
  const next = post.items[n + 1];
  const url = stored?.releaseURL ?? (n === 0 ? post.releaseURL : null);
  const words = url && strings.post.view(post.integration.providerIdentifier);
  return (
    <>
      {url && (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm" className={classes.between}>
          <Icon name="external-link" size={14} />
          {words}
        </Anchor>
      )}
      {next && next.delay > 0 && (
        <div className={classes.between}>
          <Icon name="clock" size={14} />
          {strings.post.partAfter(minutes(next.delay))}
        </div>
      )}
    </>
  );
}

const minutes = (count: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(count);
