import { Alert, Anchor, Button, Group, Image, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { api, http, queryClient, type Schemas } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { plainText } from '../../format/text.ts';
import { When } from '../../format/when.tsx';
import { strings } from '../../strings/index.ts';
import { Receipt } from './receipt.tsx';
import { ResolvePost } from './resolve-post.tsx';

type Detail = Schemas['PostDetail'];
const text = strings.posts;
const RESTLESS = new Set<Detail['status']>(['publishing', 'processing']);
/** While it is being published, its page follows every second. */
const FAST_MS = 1000;
const SLOW_MS = 8000;

/** One post: its text, what happened to it in words, its receipt, and what a person can do. */
export default function PostPage() {
  const { id = '' } = useParams();
  const { data: post, error } = api.useQuery(
    'get',
    '/posts/{id}',
    { params: { path: { id } } },
    {
      refetchInterval: ({ state: { data } }) =>
        data && (RESTLESS.has(data.status) || isDueSoon(data)) ? FAST_MS : SLOW_MS,
    },
  );
  const title = post ? plainText(post.content).split('\n')[0]?.slice(0, 80) || text.noText : text.title;
  return (
    <Page title={title} hideTitle={post !== undefined}>
      <Anchor component={Link} to="/" size="sm">
        ← {text.back}
      </Anchor>
      <RefusalAlert error={error} />
      {!post && !error && <Loading />}
      {post && <Content post={post} title={title} />}
    </Page>
  );
}

function isDueSoon(post: Detail): boolean {
  return post.status === 'scheduled' && new Date(post.publishDate).getTime() - Date.now() < 30_000;
}

function Content({ post, title }: { post: Detail; title: string }) {
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
        <Paper
          key={item.id}
          withBorder
          p="md"
          component="section"
          aria-label={text.part(n + 1, post.items.length)}
        >
          {post.items.length > 1 && (
            <Text size="xs" c="dimmed" mb={4}>
              {text.part(n + 1, post.items.length)}
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
      ))}
      <Receipt post={post} />
      <Stack gap="sm" component="section" aria-label={text.timeline}>
        <Title order={2}>{text.timeline}</Title>
        <Timeline active={post.timeline.length} bulletSize={14} lineWidth={2}>
          {post.timeline.map((event) => (
            <Timeline.Item
              key={`${event.at}${event.event}`}
              title={
                <Text size="sm" className="any-text">
                  {event.text}
                </Text>
              }
            >
              <Text size="xs" c="dimmed">
                <When date={event.at} seconds />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Stack>
      <Actions post={post} />
    </Stack>
  );
}

function Actions({ post }: { post: Detail }) {
  const navigate = useNavigate();
  const path = { id: post.id };
  const refresh = { onSettled: () => queryClient.invalidateQueries() };
  const retry = api.useMutation('post', '/posts/{id}/retry', refresh);
  const status = api.useMutation('put', '/posts/{id}/status', refresh);
  const isFinished = post.status === 'published' || RESTLESS.has(post.status);
  return (
    <Stack gap="xs">
      <RefusalAlert error={retry.error ?? status.error} />
      <Group>
        {(post.status === 'failed' || post.status === 'missed' || post.status === 'partly_published') && (
          <Button
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { path } })}
            title={text.retryHelp}
          >
            {text.retry}
          </Button>
        )}
        {post.status === 'scheduled' && (
          <Button
            variant="default"
            loading={status.isPending}
            onClick={() => status.mutate({ params: { path }, body: { status: 'draft' } })}
          >
            {text.toDraft}
          </Button>
        )}
        {post.status === 'draft' && (
          <Button
            loading={status.isPending}
            onClick={() => status.mutate({ params: { path }, body: { status: 'schedule' } })}
          >
            {text.schedule}
          </Button>
        )}
        {!isFinished && (
          <ConfirmButton
            label={text.remove}
            question={text.removeQuestion}
            help={text.removeHelp}
            onConfirm={async () => {
              const { error } = await http.DELETE('/posts/{id}', { params: { path } });
              if (error) throw error;
              await navigate('/');
              await queryClient.invalidateQueries();
            }}
          />
        )}
      </Group>
    </Stack>
  );
}
