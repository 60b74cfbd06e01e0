import { Text } from '@mantine/core';
import { DateTime } from '../../web/format/date-time.tsx';
import { firstLine } from '../../web/format/first-line.ts';
import { migration } from './strings/index.ts';
import { Rows, Section } from '../../web/pages/settings/section.tsx';
import classes from './migration.module.css';
import type { Migration } from './state.ts';

const text = migration.samples;
type Sample = Migration['samples'][number];

/** The next posts as they are here and in v1: what a person compares before a takeover. */
export function Samples({ samples }: { samples: readonly Sample[] }) {
  if (samples.length === 0) return null;
  return (
    <Section title={text.title}>
      <Rows>
        {samples.map(({ id, organization, channel, here, v1 }) => (
          <li key={id} className={classes.sides}>
            <Side title={text.here} where={`${channel}, ${organization}`} post={here} />
            {v1 ? (
              <Side title={text.v1} post={v1} />
            ) : (
              <Text size="sm" c="orange">
                {text.gone}
              </Text>
            )}
          </li>
        ))}
      </Rows>
    </Section>
  );
}

function Side({ title, where, post }: { title: string; where?: string; post: Sample['here'] }) {
  return (
    <div className={classes.side}>
      <Text size="xs" c="dimmed" className="any-text">
        {title} · <DateTime date={post.date} />
        {where && (
          <>
            {' · '}
            <bdi>{where}</bdi>
          </>
        )}
      </Text>
      <Text size="sm" className="any-text">
        <bdi>{firstLine(post.text, 200)}</bdi>
      </Text>
    </div>
  );
}
