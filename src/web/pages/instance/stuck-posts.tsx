import { Anchor, Badge, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { NetworkMark } from '../../components/network-mark.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { Row, Rows, Snippet } from '../settings/section.tsx';
import { useMe } from '../settings/layout.tsx';
import classes from './instance.module.css';
import type { Instance } from './instance.tsx';

const text = strings.instance.stuck;
type StuckPost = Instance['stuck'][number];

/** Posts that do not go on by themselves. Those of another organisation are named, and not linked to. */
export function StuckPosts({ posts }: { posts: readonly StuckPost[] }) {
  const [first] = posts;
  return (
    <section aria-label={text.title}>
      <Title order={2} mb="sm">
        {text.title}
      </Title>
      {first ? (
        <div className={classes.stack}>
          <Rows>
            {posts.map((post) => (
              <StuckRow key={post.id} post={post} />
            ))}
          </Rows>
          <Snippet label={text.command} code={`npm run crier -- posts explain ${first.id}`} />
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {text.none}
        </Text>
      )}
    </section>
  );
}

function StuckRow({
  post: { id, organization, channel, identifier, kind, publishDate },
}: {
  post: StuckPost;
}) {
  const me = useMe();
  const mine = organization.id === me.organization?.id;
  return (
    <Row
      title={
        <span className={classes.stuck}>
          <NetworkMark provider={identifier} size={20} />
          {mine ? (
            <Anchor component={Link} to={`/posts/${id}`} inherit>
              <bdi>{channel}</bdi>
            </Anchor>
          ) : (
            <bdi>{channel}</bdi>
          )}
        </span>
      }
      detail={
        <>
          {text.due} <DateTime date={publishDate} />
          {!mine && <> · {text.elsewhere(isolated(organization.name))}</>}
        </>
      }
    >
      <Badge variant="light" tt="none" color={kind === 'overdue' || kind === 'publishing' ? 'red' : 'orange'}>
        {text.kinds[kind]}
      </Badge>
    </Row>
  );
}
