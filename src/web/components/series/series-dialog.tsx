import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { api, isApiError } from '../../api/client.ts';
import { now } from '../../api/server-clock.ts';
import { formatDate } from '../../format/date-time.tsx';
import { toClock } from '../../format/zone.ts';
import { strings } from '../../strings/index.ts';
import { ClockField } from '../clock-field.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorAlert } from '../error-alert.tsx';
import { notifySuccess } from '../notify.ts';
import { deletePosts } from '../delete-posts.ts';
import {
  look,
  movesOf,
  putBack,
  select,
  type Scope,
  type Selected,
  type SeriesPost,
} from './change-series.ts';
import { moveAll, type Move } from '../reschedule.ts';
import { hasSeveralDays } from './rule.ts';

const text = strings.series;

export interface SeriesDialogProps {
  readonly post: SeriesPost;
  readonly action: 'edit' | 'move' | 'remove';
  /** With `move`: where the post was dropped. */
  readonly to?: string | undefined;
  readonly zone: string;
  /** `done`: whether it was carried out. */
  onClose(done: boolean): void;
}

/** Asks which posts of a series are edited, moved or deleted, and does it. */
export default function SeriesDialog({ post, action, to, zone, onClose }: SeriesDialogProps) {
  const [scope, setScope] = useState<Scope>('this');
  const [date, setDate] = useState<string | null>(to ?? post.date);
  const [problem, setProblem] = useState<string>();
  const { error, pending, run } = useChange({ post, action, scope, date, zone }, onClose);
  const { data: detail } = api.useQuery('get', '/posts/{id}', { params: { path: { id: post.id } } });
  const whyNot = (): string | undefined => {
    if (action !== 'move') return undefined;
    if (!date) return text.missing;
    if (Date.parse(date) <= now()) return text.past;
    const isOtherDay = toClock(date, zone).slice(0, 10) !== toClock(post.date, zone).slice(0, 10);
    return scope !== 'this' && isOtherDay && hasSeveralDays(detail?.repeat ?? null)
      ? text.severalDays
      : undefined;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const found = whyNot();
    setProblem(found);
    if (!found) void run();
  };
  return (
    <Dialog title={text.dialogs[action]} onClose={() => onClose(false)}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {action === 'move' && (
            <ClockField
              label={text.date}
              description={zone.replaceAll('_', ' ')}
              value={date}
              zone={zone}
              error={problem}
              onChange={setDate}
            />
          )}
          <Radio.Group label={text.scope.label} value={scope} onChange={(value) => setScope(value as Scope)}>
            <Stack gap="xs" mt={6}>
              {(['this', 'following', 'all'] as const).map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={text.scope[one]}
                  data-autofocus={one === 'this' || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          {action === 'remove' && <Text size="sm">{text.removeHelp}</Text>}
          <ErrorAlert error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose(false)}>
              {action === 'remove' ? text.keep : strings.common.cancel}
            </Button>
            <Button type="submit" loading={pending} {...(action === 'remove' ? { color: 'red.9' } : {})}>
              {text.submits[action]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Asked extends Pick<SeriesDialogProps, 'post' | 'action' | 'zone'> {
  readonly scope: Scope;
  readonly date: string | null;
}

const MOVED = { this: text.moved, following: text.movedFrom, all: text.movedAll } as const;

function useChange({ post, action, scope, date, zone }: Asked, onClose: SeriesDialogProps['onClose']) {
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const navigate = useNavigate();
  // What was asked for once is asked for again: after a lost answer, the dates may be the new ones already.
  const moves = useRef<{ readonly key: string; readonly moves: readonly Move[] } | null>(null);
  const removed = useRef<Selected>([]);
  const edit = async (): Promise<void> => {
    // Nothing is parted while its text is written: it may be left as it was.
    const [first] = await look(post, scope);
    if (!first) return notifySuccess(text.already);
    const date = post.isComing || scope === 'all' ? `&date=${first.publishDate}` : '';
    await navigate(`/compose?post=${post.id}${date}${scope === 'this' ? '' : `&scope=${scope}`}`);
  };
  const move = async (): Promise<void> => {
    const key = `${scope} ${date}`;
    if (moves.current?.key !== key) {
      moves.current = { key, moves: movesOf(await select(post, scope), [post.date, date ?? ''], zone) };
    }
    const { moves: posts } = moves.current;
    await moveAll(posts, { message: MOVED[scope](formatDate(date ?? post.date, zone)) }).catch(
      async (problem: unknown) => {
        if (isApiError(problem)) {
          moves.current = null;
          await putBack(posts.map(({ id, parted = false }) => ({ id, parted })));
        }
        throw problem;
      },
    );
  };
  const removal = async (): Promise<void> => {
    const now = await select(post, scope);
    // Those that a try before has deleted: the way back is for all.
    const posts = [...removed.current.filter(({ id }) => !now.some((one) => one.id === id)), ...now];
    removed.current = posts;
    if (posts.length === 0) return notifySuccess(text.already);
    const when = formatDate(post.date, zone);
    const message = (count: number): string => {
      if (scope === 'this' || count < posts.length) return text.removed(count, when);
      return scope === 'all' ? text.removedAll : text.removedFrom(when);
    };
    await deletePosts(
      posts.map(({ id }) => id),
      message,
    ).catch(async (problem: unknown) => {
      if (isApiError(problem)) await putBack(now);
      throw problem;
    });
  };
  const run = async (): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      await { edit, move, remove: removal }[action]();
      onClose(true);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return { error, pending, run };
}
