/** Makes posts of rows, one after the other: repeated after a lost answer, it makes nothing twice. */
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { http, isLost, queryClient, withPatience } from '../../api/client.ts';
import { deletePosts } from '../../components/delete-posts.ts';
import { notifySuccess } from '../../components/notify.ts';
import { useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { refusalOf } from './problems.ts';
import type { Plan, Sheet } from './sheet.ts';

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
  /** What was made of the same file before can be deleted together with the rest. */
  start(plans: readonly Plan[], sheet: Sheet): Promise<void>;
  /** Tries those rows once more of which nothing was made. */
  again(): Promise<void>;
  stop(): void;
  /** @throws the API's error */
  undo(): Promise<void>;
}

type Shown = Pick<Run, 'state' | 'all' | 'done' | 'made' | 'failed'>;
const NONE = { state: 'none', all: 0, done: 0, made: [], failed: [] } as const;

/** One import at a time; it stops when its page is left. */
export function useImport(): Run {
  const [run, setRun] = useState<Shown>(NONE);
  const zone = useZone();
  const stopped = useRef(false);
  const isLeft = useRef(false);
  const last = useRef<{ readonly sheet: Sheet; readonly plans: readonly Plan[] } | null>(null);
  const files = useRef(new Map<string, { id: string; path: string }>());
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stopped.current = true;
    };
  }, []);
  const start: Run['start'] = async (plans, sheet) => {
    const isOther = last.current?.sheet !== sheet;
    last.current = { sheet, plans };
    stopped.current = false;
    setRun(({ made }) => ({
      state: 'running',
      all: plans.length,
      done: 0,
      made: isOther ? [] : made,
      failed: [],
    }));
    let imported = 0;
    for (const plan of plans) {
      if (stopped.current) break;
      const outcome = await carryOut(plan, files.current, zone);
      if (outcome.failed.length === 0) imported++;
      setRun((before) => ({
        ...before,
        done: before.done + 1,
        made: [...before.made, ...outcome.made],
        failed: [...before.failed, ...outcome.failed],
      }));
    }
    setRun((before) => ({ ...before, state: stopped.current ? 'stopped' : 'done' }));
    if (isLeft.current) notifySuccess(strings.table.leftAt(imported, plans.length));
    await queryClient.invalidateQueries();
  };
  const again = async (): Promise<void> => {
    if (!last.current) return;
    const { plans, sheet } = last.current;
    const lines = new Set(run.made.map(({ line }) => line));
    await start(
      plans.filter(({ line }) => !lines.has(line)),
      sheet,
    );
  };
  const undo = async (): Promise<void> => {
    const ids = run.made.map(({ postId }) => postId);
    await deletePosts(ids, strings.table.undone);
    setRun(NONE);
  };
  return { ...run, start, again, stop: () => void (stopped.current = true), undo };
}

async function carryOut(
  plan: Plan,
  files: Map<string, { id: string; path: string }>,
  zone: string,
): Promise<{ made: Made[]; failed: Failed[] }> {
  try {
    return { made: await patiently(() => create(plan, files)), failed: [] };
  } catch (error) {
    return { made: [], failed: [{ line: plan.line, message: refusalOf(error, zone) }] };
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
  const params = { header: { 'Idempotency-Key': plan.key } };
  const made = await answerOf(
    withPatience((signal) => http.POST('/posts', { body: body as never, params, signal })),
  );
  return made.map(({ postId, integration }) => ({
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
  const { id, path } = await answerOf(http.POST('/upload-from-url', { body: { url } }));
  const file = { id, path };
  files.set(url, file);
  return file;
}
