import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { PostRow } from './post-row.tsx';
import { Section } from './section.tsx';
import type { PostList } from './use-list.ts';

const text = strings.home;

/** Posts that are not scheduled yet. Nothing when there are none. */
export function Drafts({ list }: { list: PostList }) {
  if (list.posts.length === 0) return null;
  return (
    <Section title={text.drafts} beside={list.total}>
      <ul className={classes.list}>
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
