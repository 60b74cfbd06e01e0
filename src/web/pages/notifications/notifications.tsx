import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useChange } from '../../api/change.ts';
import { api, type Answer } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { useOpened } from './use-opened.ts';
import classes from './notifications.module.css';

const text = strings.notifications;

type Notification = Answer<'listOwnNotifications'>['notifications'][number];

const PLACES = {
  posts: '/',
  channels: '/channels',
  publishing: '/',
  developers: '/settings/webhooks',
  billing: '/settings/plan',
} as const;

/** Where what happened is explained, or can be put right. */
const placeOf = ({ topic, postId }: Notification): string => (postId ? `/posts/${postId}` : PLACES[topic]);

/** What happened in the last 30 days, and what of it the person has read. */
export default function NotificationsPage() {
  const { data, error } = api.useQuery('get', '/notifications/mine');
  const mark = useChange('post', '/notifications/mine/read');
  const read = ({ ids }: Notification): void => mark.mutate({ body: { ids: [...ids] } });
  const closed = useOpened(data?.notifications, { read, placeOf });
  return (
    <PageLayout
      title={text.title}
      actions={
        data &&
        data.unread > 0 && (
          <Button variant="default" loading={mark.isPending} onClick={() => mark.mutate({ body: {} })}>
            {text.markAll}
          </Button>
        )
      }
    >
      <ErrorAlert error={error ?? mark.error ?? closed} />
      {!data && !error && <Loading />}
      {data?.notifications.length === 0 && (
        <EmptyState picture="bell" title={text.none} help={text.noneHelp} />
      )}
      {data && data.notifications.length > 0 && (
        <ul className={classes.list} aria-label={text.title}>
          {data.notifications.map((one) => (
            <Row key={one.ids[0]} of={one} onRead={() => read(one)} />
          ))}
        </ul>
      )}
      <Anchor component={Link} to="/settings/notifications" size="sm" mt="md" display="inline-block">
        {text.choose}
      </Anchor>
    </PageLayout>
  );
}

function Row({ of: one, onRead }: { of: Notification; onRead(): void }) {
  const { kind, channel, ids, read, createdAt } = one;
  const what = channel ? `${text.kinds[kind]}: ${isolated(channel.name)}` : text.kinds[kind];
  return (
    <li className={classes.row} data-unread={!read || undefined}>
      <span className={classes.dot} />
      <div className={classes.text}>
        <Anchor
          component={Link}
          to={placeOf(one)}
          fw={read ? 400 : 600}
          className="any-text"
          onClick={() => !read && onRead()}
        >
          {what}
        </Anchor>
        {!read && <VisuallyHidden>{text.unread}</VisuallyHidden>}
        <Text size="xs" c="dimmed">
          {ids.length > 1 && `${text.times(ids.length)} · `}
          <DateTime date={createdAt} relative />
        </Text>
      </div>
    </li>
  );
}
