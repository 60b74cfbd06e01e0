/** Makes posts of rows, one after the other: repeated after a lost answer, it makes nothing twice. */
import { useRef, useState } from 'react';
import { http, isApiError, isLost, queryClient, withPatience } from '../../api/client.ts';
import { errorReason } from '../../components/issues.ts';
import { notifySuccess } from '../../components/notify.ts';
import { strings } from '../../strings/index.ts';
import type { Plan } from './sheet.ts';

/** A post that was made. */
export interface Made {
  readonly line: number;
  readonly postId: string;
  readonly channel: string;
}

interface Failed {
  readonly line: number;
  readonly message: string;
}

export interface Run {
  readonly state: 'none' | 'running' | 'stopped' | 'done';
  readonly all: number;
  readonly done: number;
  readonly made: readonly Made[];
  readonly failed: readonly Failed[];
  start(plans: readonly Plan[]): Promise<void>;
  stop(): void;
  undo(): Promise<void>;
}

const NONE = { state: 'none', all: 0, done: 0, made: [], failed: [] } as const;

export function useImport(): Run {
  const [run, setRun] = useState<Pick<Run, 'state' | 'all' | 'done' | 'made' | 'failed'>>(NONE);
  const stopped = useRef(false);
  const files = useRef(new Map<string, { id: string; path: string }>());
  const start = async (plans: readonly Plan[]): Promise<void> => {
    stopped.current = false;
    setRun((before) => ({ ...before, state: 'running', all: plans.length, done: 0, failed: [] }));
    for (const plan of plans) {
      if (stopped.current) break;
      const outcome = await carryOut(plan, files.current);
      setRun((before) => ({
        ...before,
        done: before.done + 1,
        made: [...before.made, ...outcome.made],
        failed: [...before.failed, ...outcome.failed],
      }));
    }
    setRun((before) => ({ ...before, state: stopped.current ? 'stopped' : 'done' }));
    await queryClient.invalidateQueries();
  };
  const undo = async (): Promise<void> => {
    for (const { postId } of run.made) {
      const { error } = await http.DELETE('/posts/{id}', { params: { path: { id: postId } } });
      if (error && !(isApiError(error) && error.code === 'post_not_found')) throw error;
    }
    notifySuccess(strings.table.undone(run.made.length));
    setRun(NONE);
    await queryClient.invalidateQueries();
  };
  return { ...run, start, stop: () => void (stopped.current = true), undo };
}

async function carryOut(
  plan: Plan,
  files: Map<string, { id: string; path: string }>,
): Promise<{ made: Made[]; failed: Failed[] }> {
  try {
    return { made: await patiently(() => create(plan, files)), failed: [] };
  } catch (error) {
    const message = errorReason(error);
    return { made: [], failed: [{ line: plan.line, message }] };
  }
}

/** Once more where no answer came: the key of the request makes it the same one. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLost(error)) throw error;
    return work();
  }
}

type Body = { posts: { value: { content: string; image: object[] }[] }[] };

async function create(plan: Plan, files: Map<string, { id: string; path: string }>): Promise<Made[]> {
  const images = [];
  for (const url of plan.media) images.push(await fetchFile(url, files));
  const body = structuredClone(plan.body) as unknown as Body;
  for (const post of body.posts) {
    const [first] = post.value;
    if (!first) continue;
    first.image = images.map((image, n) => ({ ...image, ...(plan.alt[n] ? { alt: plan.alt[n] } : {}) }));
  }
  const { data, error } = await withPatience((signal) =>
    http.POST('/posts', { body: body as never, params: { header: { 'Idempotency-Key': plan.key } }, signal }),
  );
  if (!data) throw error;
  return data.map(({ postId, integration }) => ({
    line: plan.line,
    postId,
    channel: plan.channels.find(({ id }) => id === integration)?.name ?? '',
  }));
}

/** Fetched by the server, once for all rows that have it. */
async function fetchFile(
  url: string,
  files: Map<string, { id: string; path: string }>,
): Promise<{ id: string; path: string }> {
  const known = files.get(url);
  if (known) return known;
  const { data, error } = await http.POST('/upload-from-url', { body: { url } });
  if (!data) throw error;
  const file = { id: data.id, path: data.path };
  files.set(url, file);
  return file;
}
