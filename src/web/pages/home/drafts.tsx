import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';
import { DraftRow, type Composition } from './draft-row.tsx';
import classes from './home.module.css';
import { PostRow } from './post-row.tsx';
import { Section } from './section.tsx';
import type { PostList } from './use-list.ts';

type Channel = Schemas['Integration'];

const text = strings.home;
/** Drafts of the composer that are shown; the page of drafts lists all. */
const MAX = 4;

interface DraftsProps {
  readonly compositions: readonly Composition[];
  readonly channels: readonly Channel[];
  /** Posts that were created as drafts. */
  readonly list: PostList;
}

/** Drafts that are begun, and posts that are not scheduled yet. Nothing when there are none. */
export function Drafts({ compositions, channels, list }: DraftsProps) {
  if (compositions.length + list.posts.length === 0) return null;
  return (
    <Section title={text.drafts} beside={compositions.length + list.total}>
      <ul className={classes.list}>
        {compositions.slice(0, MAX).map((composition) => (
          <DraftRow key={composition.id} composition={composition} channels={channels} />
        ))}
        {list.posts.map((post) => (
          <PostRow key={post.id} post={post} absolute />
        ))}
      </ul>
      {compositions.length > MAX && (
        <Anchor component={Link} to="/drafts" size="sm">
          {text.allDrafts}
        </Anchor>
      )}
      {list.nextCursor && (
        <Anchor component={Link} to="/?show=drafts" size="sm">
          {text.showAll(list.total)}
        </Anchor>
      )}
    </Section>
  );
}
