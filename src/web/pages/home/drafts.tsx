import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Answer, Schemas } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { PostRow } from './post-row.tsx';
import { Section } from './section.tsx';
import type { PostList } from './use-list.ts';

type Composition = Answer<'listCompositions'>['compositions'][number];
type Channel = Schemas['Integration'];

const text = strings.home;
/** Drafts of the composer that are shown; it lists the rest itself. */
const MOST = 4;

interface DraftsProps {
  readonly compositions: readonly Composition[];
  readonly channels: readonly Channel[];
  /** Posts that were created as drafts. */
  readonly list: PostList;
}

/** What somebody has begun to write, and posts that are not scheduled yet. Nothing when there are none. */
export function Drafts({ compositions, channels, list }: DraftsProps) {
  if (compositions.length + list.posts.length === 0) return null;
  return (
    <Section title={text.drafts} beside={compositions.length + list.total}>
      <ul className={classes.list}>
        {compositions.slice(0, MOST).map((composition) => (
          <CompositionRow key={composition.id} composition={composition} channels={channels} />
        ))}
        {list.posts.map((post) => (
          <PostRow key={post.id} post={post} absolute />
        ))}
      </ul>
      {list.nextCursor && (
        <Anchor component={Link} to="/?show=drafts" size="sm">
          {text.showAll(list.total)}
        </Anchor>
      )}
    </Section>
  );
}

interface CompositionRowProps {
  readonly composition: Composition;
  readonly channels: readonly Channel[];
}

/** A draft of the composer; a click anywhere in the row goes on writing it. */
function CompositionRow({ composition, channels }: CompositionRowProps) {
  const chosen = channels.filter(({ id }) => composition.channels.includes(id));
  return (
    <li className={classes.row}>
      {chosen.slice(0, 3).map((channel) => (
        <ChannelAvatar key={channel.id} channel={channel} size={36} />
      ))}
      <div className={classes.rowBody}>
        <Link to={`/compose/${composition.id}`} className={classes.words}>
          {composition.firstLine || text.noText}
        </Link>
        <Text size="xs" c="dimmed" className="any-text">
          {composition.updatedBy && (
            <>
              <bdi>{composition.updatedBy}</bdi> ·{' '}
            </>
          )}
          <DateTime date={composition.updatedAt} relative />
        </Text>
      </div>
    </li>
  );
}
