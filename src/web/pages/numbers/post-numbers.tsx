import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type Answer } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { firstLine } from '../../format/first-line.ts';
import { strings } from '../../strings/index.ts';
import { numbers as text } from '../../strings/numbers.ts';
import { formatNumber, type Chosen } from './chosen.ts';
import { CsvLink } from './csv-link.tsx';
import classes from './numbers.module.css';

type Post = Answer<'listPostNumbers'>['posts'][number];

/** The posts of the period with their newest numbers, ordered by one of them. */
export function PostNumbers({ chosen }: { chosen: Chosen }) {
  const [{ sort, page }, setShown] = useState({ sort: '', page: 0 });
  const { data, error } = api.useQuery(
    'get',
    '/numbers/posts',
    { params: { query: { ...chosen, page, ...(sort ? { sort } : {}) } } },
    { placeholderData: keepPreviousData },
  );
  if (error) return <ErrorAlert error={error} />;
  if (!data) return <LoadingRows rows={5} height={56} />;
  if (!data.posts.length && page === 0) {
    return <EmptyState title={text.noPosts} help={text.noPostsHelp} picture="chart-line" />;
  }
  return (
    <section aria-labelledby="posts">
      <div className={classes.head}>
        <Title order={2} id="posts">
          {text.posts}
        </Title>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label={text.order}
            value={sort}
            data={[
              { value: '', label: text.newest },
              ...data.labels.map((label) => ({ value: label, label: text.label(label) })),
            ]}
            onChange={({ currentTarget }) => setShown({ sort: currentTarget.value, page: 0 })}
          />
          <CsvLink report="posts" chosen={chosen} />
        </Group>
      </div>
      <table className={classes.posts}>
        <thead>
          <tr>
            <th scope="col">{text.post}</th>
            <th scope="col">{strings.common.nav.numbers}</th>
          </tr>
        </thead>
        <tbody>
          {data.posts.map((post) => (
            <PostRow key={post.id} post={post} sort={sort} />
          ))}
        </tbody>
      </table>
      {(page > 0 || data.hasMore) && (
        <Group justify="space-between" mt="md">
          <Button variant="default" disabled={page === 0} onClick={() => setShown({ sort, page: page - 1 })}>
            {text.previous}
          </Button>
          <Button
            variant="default"
            disabled={!data.hasMore}
            onClick={() => setShown({ sort, page: page + 1 })}
          >
            {text.next}
          </Button>
        </Group>
      )}
    </section>
  );
}

/** The number by which the posts are ordered comes first. */
function PostRow({ post, sort }: { post: Post; sort: string }) {
  const numbers = [
    ...post.numbers.filter(({ label }) => label === sort),
    ...post.numbers.filter(({ label }) => label !== sort),
  ];
  return (
    <tr>
      <td>
        <div className={classes.post}>
          <ChannelAvatar channel={post.channel} size={32} />
          <div>
            <Link to={`/posts/${post.id}`} className={classes.words} dir="auto">
              {firstLine(post.content, 100) || strings.home.noText}
            </Link>
            <Text size="xs" c="dimmed" className="any-text">
              <bdi>{post.channel.name}</bdi> · <DateTime date={post.publishedAt} relative />
            </Text>
          </div>
        </div>
      </td>
      <td>
        <dl className={classes.totals}>
          {numbers.map(({ label, total }) => (
            <div key={label} data-sorted={label === sort || undefined}>
              <dt>{text.label(label)}</dt>
              <dd>{formatNumber(total)}</dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}
