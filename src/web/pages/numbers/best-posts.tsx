import { Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { firstLine } from '../../format/first-line.ts';
import { strings } from '../../strings/index.ts';
import { numbers as text } from '../../strings/numbers.ts';
import { formatNumber, type Chosen } from './chosen.ts';
import classes from './numbers.module.css';

const MAX = 5;

/** The posts of the period that people did most with, of all channels. Nothing while there are none. */
export function BestPosts({ chosen }: { chosen: Chosen }) {
  const { data } = api.useQuery('get', '/numbers/posts', { params: { query: { ...chosen, best: true } } });
  const posts = data?.posts.filter(({ sorted }) => sorted !== null && sorted > 0).slice(0, MAX) ?? [];
  if (!data || !posts.length) return null;
  return (
    <section aria-labelledby="best">
      <Title order={2} id="best" mb="sm">
        {text.best}
      </Title>
      <ol className={classes.best}>
        {posts.map((post) => (
          <li key={post.id}>
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
            <Text fw={650}>{text.interactions(formatNumber(post.sorted ?? 0))}</Text>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="sm">
        {text.bestHelp}{' '}
        {data.unranked.length > 0 &&
          text.unranked(data.unranked.map((one) => text.unrankedOf(one.network, one.posts)))}
      </Text>
    </section>
  );
}
