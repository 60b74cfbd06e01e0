import { Alert, Anchor, Button, Group, Loader, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type Schemas } from '../../api/client.ts';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { TemporalLine } from '../../components/temporal-line.tsx';
import { formatDuration } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import classes from './first-post.module.css';

const text = strings.setup.post;
const POLL_MS = 1000;
// The OpenAPI document describes the settings of real networks only, not of the sandbox.
const SETTINGS = { __type: 'sandbox' } as never;
/** After this time, the page explains the wait. */
const SLOW_MS = 20_000;

/** A first post to the sandbox, and its timeline while it is published. */
export function FirstPost() {
  const channels = api.useQuery('get', '/integrations');
  const [content, setContent] = useState<string>(text.text);
  const publish = api.useMutation('post', '/posts');
  const sandbox = channels.data?.find(({ identifier, disabled }) => identifier === 'sandbox' && !disabled);
  const skip = (
    <Anchor component={Link} to="/" size="sm" ta="center">
      {text.skip}
    </Anchor>
  );
  if (channels.error) {
    return (
      <Stack>
        <ErrorAlert error={channels.error} />
        {skip}
      </Stack>
    );
  }
  if (!channels.data) return <Loading />;
  if (!sandbox) {
    return (
      <Stack>
        <Text>{text.noSandbox}</Text>
        <Button component={Link} to="/channels">
          {text.toSettings}
        </Button>
        {skip}
      </Stack>
    );
  }
  const [created] = publish.data ?? [];
  if (created) return <PublishingProgress id={created.postId} />;
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    publish.mutate({
      body: {
        type: 'now',
        date: new Date().toISOString(),
        shortLink: false,
        tags: [],
        posts: [{ integration: { id: sandbox.id }, value: [{ content, image: [] }], settings: SETTINGS }],
      },
    });
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        <ErrorAlert error={publish.error} />
        <Textarea
          label={text.label}
          autosize
          minRows={3}
          maxRows={10}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
        <Button type="submit" loading={publish.isPending} disabled={!content.trim()}>
          {text.action}
        </Button>
        {skip}
      </Stack>
    </form>
  );
}

function PublishingProgress({ id }: { id: string }) {
  const [began] = useState(Date.now);
  const { data: post, error } = api.useQuery(
    'get',
    '/posts/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (state.data && state.data.state !== 'QUEUE' ? false : POLL_MS) },
  );
  const running = !post || post.state === 'QUEUE';
  const slow = running && Date.now() - began > SLOW_MS;
  return (
    <Stack>
      <ErrorAlert error={error} />
      <Group gap="xs" role="status">
        {running && <Loader size="xs" aria-hidden="true" />}
        <Title order={2} size="h3">
          {headingOf(post)}
        </Title>
      </Group>
      {post && <Timeline post={post} />}
      {running && <TemporalLine />}
      {post?.hold && <Alert color="yellow">{post.hold.message}</Alert>}
      {post?.error && (
        <Alert color="red" className="any-text">
          {post.error.message}
        </Alert>
      )}
      {slow && (
        <Text size="sm" c="dimmed">
          {text.slow}
        </Text>
      )}
      {post?.state === 'PUBLISHED' && (
        <Text size="sm">
          {post.latenessMs !== null && `${text.late(formatDuration(post.latenessMs))} `}
          {post.releaseURL && (
            <Anchor href={post.releaseURL} target="_blank" rel="noreferrer" underline="always">
              {text.open}
            </Anchor>
          )}
        </Text>
      )}
      <Button component={Link} to="/" variant={running ? 'default' : 'filled'}>
        {text.finish}
      </Button>
    </Stack>
  );
}

function headingOf(post: Schemas['PostDetail'] | undefined): string {
  if (!post || post.state === 'QUEUE') return text.waiting;
  return post.state === 'PUBLISHED' ? text.published : text.failed;
}

function Timeline({ post }: { post: Schemas['PostDetail'] }) {
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
  return (
    <ol className={classes.timeline} aria-label={text.timeline} aria-live="polite">
      {post.timeline.map(({ at, event, text: words }) => (
        <li key={`${at}${event}`}>
          <time dateTime={at}>{time.format(new Date(at))}</time>
          <span className="any-text">{words}</span>
        </li>
      ))}
    </ol>
  );
}
