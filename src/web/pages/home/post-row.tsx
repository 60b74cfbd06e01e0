import { Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.ts';
import { AccountPicture } from '../../components/account-picture.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { plainText } from '../../format/text.ts';
import { DateTime } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import classes from './post-row.module.css';

const { why, noText } = strings.posts;

/** One post in a list; a click anywhere in the row opens its page. */
export function PostRow({ post }: { post: Schemas['Post'] }) {
  const reason = why[post.status as keyof typeof why];
  return (
    <li className={classes.row}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <AccountPicture picture={post.integration.picture} name={post.integration.name} size={36} />
        <Stack gap={2} className={classes.body}>
          <div className={classes.head}>
            <Text component={Link} to={`/posts/${post.id}`} className={classes.title} fw={550} lineClamp={2}>
              {plainText(post.content) || noText}
            </Text>
            <StateBadge status={post.status} />
          </div>
          <Text size="sm" c="dimmed" className="any-text">
            <bdi>{post.integration.name}</bdi> · {post.integration.providerIdentifier} ·{' '}
            <DateTime date={post.publishDate} />
          </Text>
          {reason && <Text size="sm">{reason}</Text>}
        </Stack>
      </Group>
    </li>
  );
}
