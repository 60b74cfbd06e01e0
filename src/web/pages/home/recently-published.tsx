import { Anchor, Text } from '@mantine/core';
import { Icon } from '../../components/icon.tsx';
import { latePart } from '../../components/late-part.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { PostRow } from './post-row.tsx';
import { Section } from './section.tsx';
import type { PostList } from './use-list.ts';

const text = strings.home;
/** Each asks its network, so only of the latest. */
const WITH_NUMBERS = 3;

const PostNumbers = latePart(
  async () => ({ default: (await import('../posts/post-numbers.tsx')).PostNumbers }),
  { instead: () => null },
);

/** What was published lately, with its link and, where the network has them, its numbers. */
export function RecentlyPublished({ list }: { list: PostList }) {
  return (
    <Section title={text.published}>
      {list.posts.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.nothingPublished}
        </Text>
      )}
      {list.posts.length > 0 && (
        <ul className={classes.list}>
          {list.posts.map((post, n) => (
            <PostRow
              key={post.id}
              post={post}
              why={n < WITH_NUMBERS && <PostNumbers id={post.id} />}
              end={
                post.releaseURL && (
                  <Anchor
                    href={post.releaseURL}
                    target="_blank"
                    rel="noreferrer"
                    size="sm"
                    className={classes.out}
                  >
                    {text.open(post.channel.identifier)} <Icon name="external-link" size={14} />
                  </Anchor>
                )
              }
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
