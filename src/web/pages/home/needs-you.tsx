import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useChange } from '../../api/change.ts';
import type { Schemas } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { PostRow } from './post-row.tsx';
import { Section } from './section.tsx';
import type { PostList, Summary } from './use-list.ts';

const text = strings.home;

interface NeedsYouProps {
  readonly list: PostList;
  readonly disconnected: readonly Schemas['Integration'][];
}

/**
 * What goes on only when a person does something, each with the one thing to do. Nothing when all is well.
 */
export function NeedsYou({ list, disconnected }: NeedsYouProps) {
  if (list.posts.length + disconnected.length === 0) return null;
  return (
    <Section title={text.needsYou} beside={list.total + disconnected.length}>
      <ul className={classes.list} data-tone="care">
        {disconnected.map((channel) => (
          <li key={channel.id} className={classes.row}>
            <ChannelAvatar channel={channel} size={36} />
            <div className={classes.rowBody}>
              <Text fw={550} className="any-text">
                {text.disconnected(isolated(channel.name))}
              </Text>
              <Text size="sm">{text.disconnectedHelp}</Text>
            </div>
            <div className={classes.rowEnd}>
              <Button component={Link} to="/channels" variant="light" size="xs">
                {text.act.reconnect}
              </Button>
            </div>
          </li>
        ))}
        {list.posts.map((post) => (
          <Need key={post.id} post={post} />
        ))}
      </ul>
      {list.nextCursor && (
        <Anchor component={Link} to="/?show=attention" size="sm">
          {text.showAll(list.total)}
        </Anchor>
      )}
    </Section>
  );
}

/** Why a post needs attention. */
type Reason = keyof typeof text.why;
const isReason = (word: string): word is Reason => word in text.why;
const reasonOf = ({ status, hold }: Summary): Reason => {
  if (isReason(status)) return status;
  return hold === 'frozen' ? 'frozen' : 'held';
};

/** A post that needs attention, as a row with its reason and its button. */
export function Need({ post }: { post: Summary }) {
  const retry = useChange('post', '/posts/{id}/retry');
  const reason = reasonOf(post);
  const again = reason === 'failed' || reason === 'partly_published';
  const words = post.explanation ? strings.common.issue(post.explanation) : post.error;
  const action = text.act[reason === 'frozen' ? 'held' : reason];
  return (
    <PostRow
      post={post}
      why={
        <>
          {text.why[reason]} {words && <span className={classes.quote}>{words}</span>}
          <ErrorAlert error={retry.error} />
        </>
      }
      end={
        again ? (
          <Button
            variant="light"
            size="xs"
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { path: { id: post.id } } })}
          >
            {action}
          </Button>
        ) : (
          <Button component={Link} to={`/posts/${post.id}`} variant="light" size="xs">
            {action}
          </Button>
        )
      }
    />
  );
}
