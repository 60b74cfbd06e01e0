import { Alert, Anchor, Button, Group, Image, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { change, useChange } from '../../api/change.ts';
import { api, http, type Schemas } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { plainText } from '../../format/text.ts';
import { DateTime } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { PostFacts } from './post-facts.tsx';
import { ResolvePost } from './resolve-post.tsx';

type Detail = Schemas['PostDetail'];
const text = strings.posts;
const IN_PROGRESS = new Set<Detail['status']>(['publishing', 'processing']);
/** How often the page is refreshed: while the post is being published, and otherwise. */
const FAST_MS = 1000;
const SLOW_MS = 8000;

/** One post: its parts, the facts about it, its timeline, and what can be done with it. */
export default function PostPage() {
  const { id = '' } = useParams();
  const { data: post, error } = api.useQuery(
    'get',
    '/posts/{id}',
    { params: { path: { id } } },
    {
      refetchInterval: ({ state: { data } }) =>
        data && (IN_PROGRESS.has(data.status) || isDueSoon(data)) ? FAST_MS : SLOW_MS,
    },
  );
  const title = post ? plainText(post.content).split('\n')[0]?.slice(0, 80) || text.noText : text.title;
  return (
    <PageLayout title={title} hideTitle={post !== undefined}>
      <Anchor component={Link} to="/" size="sm">
        ← {text.back}
      </Anchor>
      <ErrorAlert error={error} />
      {!post && !error && <Loading />}
      {post && <PostContent post={post} title={title} />}
    </PageLayout>
  );
}

function isDueSoon(post: Detail): boolean {
  return post.status === 'scheduled' && new Date(post.publishDate).getTime() - Date.now() < 30_000;
}

function PostContent({ post, title }: { post: Detail; title: string }) {
  const reason = text.why[post.status as keyof typeof text.why];
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={1} className="any-text" lineClamp={2}>
          {title}
        </Title>
        <StateBadge status={post.status} />
      </Group>
      {(post.error || reason) && (
        <Alert
          color={post.status === 'failed' ? 'red' : 'orange'}
          title={reason ?? text.states[post.status]}
          className="any-text"
        >
          {post.error?.message}
        </Alert>
      )}
      {post.hold && (
        <Alert color="orange" title={text.held}>
          {post.hold.message}
        </Alert>
      )}
      {post.schedulingReason && <Alert color="gray">{text.delayed[post.schedulingReason.code]}</Alert>}
      {post.status === 'unconfirmed' && <ResolvePost post={post} />}
      {post.items.map((item, n) => (
        <Part
          key={item.id}
          item={item}
          label={text.part(n + 1, post.items.length)}
          only={post.items.length === 1}
        />
      ))}
      <PostFacts post={post} />
      <PostTimeline events={post.timeline} />
      <PostActions post={post} />
    </Stack>
  );
}

interface PartProps {
  readonly item: Detail['items'][number];
  readonly label: string;
  /** Whether the post has no other part; then the label is for screen readers alone. */
  readonly only: boolean;
}

function Part({ item, label, only }: PartProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={label}>
      {!only && (
        <Text size="xs" c="dimmed" mb={4}>
          {label}
        </Text>
      )}
      <Text className="any-text" style={{ whiteSpace: 'pre-wrap' }}>
        {plainText(item.content) || text.noText}
      </Text>
      {item.image.length > 0 && (
        <Group mt="sm" gap="xs">
          {item.image.map((media) => (
            <Image key={media.path} src={media.path} alt={media.alt ?? ''} h={120} w="auto" radius="sm" />
          ))}
        </Group>
      )}
    </Paper>
  );
}

function PostTimeline({ events }: { events: Detail['timeline'] }) {
  return (
    <Stack gap="sm" component="section" aria-label={text.timeline}>
      <Title order={2}>{text.timeline}</Title>
      <Timeline active={events.length} bulletSize={14} lineWidth={2}>
        {events.map((event) => (
          <Timeline.Item
            key={`${event.at}${event.event}`}
            title={
              <Text size="sm" className="any-text">
                {event.text}
              </Text>
            }
          >
            <Text size="xs" c="dimmed">
              <DateTime date={event.at} seconds />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}

const CAN_RETRY = new Set<Detail['status']>(['failed', 'missed', 'partly_published']);

function PostActions({ post }: { post: Detail }) {
  const navigate = useNavigate();
  const params = { path: { id: post.id } };
  const retry = useChange('post', '/posts/{id}/retry');
  const setStatus = useChange('put', '/posts/{id}/status');
  return (
    <Stack gap="xs">
      <ErrorAlert error={retry.error ?? setStatus.error} />
      <Group>
        {CAN_RETRY.has(post.status) && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ params })} title={text.retryHelp}>
            {text.retry}
          </Button>
        )}
        {post.status === 'scheduled' && (
          <Button
            variant="default"
            loading={setStatus.isPending}
            onClick={() => setStatus.mutate({ params, body: { status: 'draft' } })}
          >
            {text.toDraft}
          </Button>
        )}
        {post.status === 'draft' && (
          <Button
            loading={setStatus.isPending}
            onClick={() => setStatus.mutate({ params, body: { status: 'schedule' } })}
          >
            {text.schedule}
          </Button>
        )}
        {post.status !== 'published' && !IN_PROGRESS.has(post.status) && (
          <ConfirmButton
            label={text.remove}
            question={text.removeQuestion}
            help={text.removeHelp}
            onConfirm={() => change(http.DELETE('/posts/{id}', { params }), () => navigate('/'))}
          />
        )}
      </Group>
    </Stack>
  );
}
