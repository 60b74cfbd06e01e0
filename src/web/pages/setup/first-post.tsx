import { now } from '../../api/server-clock.ts';
import { Anchor, Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, type Schemas } from '../../api/client.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { strings } from '../../strings/index.ts';
import { FirstPostOut } from './first-post-published.tsx';
import { Steps } from './steps.tsx';

const text = strings.setup.post;
const POLL_MS = 1000;
// The OpenAPI document describes the settings of real networks only, not of the sandbox.
const SETTINGS = { __type: 'sandbox' } as never;

/** The last step: a first post to the sandbox, and how it appeared. The URL names the post. */
export function FirstPost({ names }: { names: readonly string[] }) {
  const [params, setParams] = useSearchParams();
  const id = params.get('post');
  const post = api.useQuery(
    'get',
    '/posts/{id}',
    { params: { path: { id: id ?? '' } } },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data && state.data.state !== 'QUEUE' ? false : POLL_MS),
    },
  );
  const isPublished = post.data?.state === 'PUBLISHED';
  return (
    <AuthCard
      title={isPublished ? text.publishedTitle : strings.setup.title}
      intro={isPublished ? text.publishedIntro : text.intro}
    >
      <Steps names={names} at={isPublished ? names.length : names.length - 1} />
      {id === null ? (
        <WriteFirst onPublished={(created) => setParams({ post: created }, { replace: true })} />
      ) : (
        <FirstPostOut post={post.data} error={post.error} />
      )}
    </AuthCard>
  );
}

function WriteFirst({ onPublished }: { onPublished(id: string): void }) {
  const channels = api.useQuery('get', '/integrations');
  const sandbox = channels.data?.find(({ identifier, disabled }) => identifier === 'sandbox' && !disabled);
  if (channels.isPending) return <LoadingRows rows={2} />;
  return (
    <Stack>
      <ErrorAlert error={channels.error} />
      {sandbox && <WriteForm channel={sandbox} onPublished={onPublished} />}
      {channels.data && !sandbox && (
        <>
          <Text>{text.noSandbox}</Text>
          <Button component={Link} to="/channels">
            {text.toSettings}
          </Button>
        </>
      )}
      <Anchor component={Link} to="/" size="sm" ta="center">
        {text.skip}
      </Anchor>
    </Stack>
  );
}

interface WriteFormProps {
  readonly channel: Schemas['Integration'];
  onPublished(id: string): void;
}

function WriteForm({ channel, onPublished }: WriteFormProps) {
  const [content, setContent] = useState<string>(text.text);
  const publish = api.useMutation('post', '/posts', {
    onSuccess: ([created]) => created && onPublished(created.postId),
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    publish.mutate({
      body: {
        type: 'now',
        date: new Date(now()).toISOString(),
        shortLink: false,
        tags: [],
        posts: [{ integration: { id: channel.id }, value: [{ content, image: [] }], settings: SETTINGS }],
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
          autoFocus
          minRows={3}
          maxRows={10}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
        <Button type="submit" loading={publish.isPending} disabled={!content.trim()}>
          {text.action}
        </Button>
      </Stack>
    </form>
  );
}
