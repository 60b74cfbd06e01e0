/** A video that the server converts or trims while the page waits, and shows how it goes. */
import { useEffect, useRef, useState } from 'react';
import { http, isLost, type Answer } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';
import type { UploadedFile } from './composer-state.ts';
import { toFile } from './uploaded-file.ts';

type VideoJob = Answer<'getVideoJob'>;
type Begun = Promise<{ readonly data?: VideoJob; readonly error?: unknown }>;

const LOOK_MS = 1000;

export interface VideoWork {
  /** Percent; null while nothing is under way. */
  readonly progress: number | null;
  /** Why the last one failed: an error of a call, or a sentence. */
  readonly error: unknown;
  readonly why: string | null;
  /** The result; undefined if there is none, or the page was left. */
  run(begin: () => Begun): Promise<UploadedFile | undefined>;
}

function unlessLost(problem: unknown): undefined {
  if (!isLost(problem)) throw problem;
}

export function useVideoJob(): VideoWork {
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [why, setWhy] = useState<string | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  const follow = async (begin: () => Begun): Promise<UploadedFile | undefined> => {
    let { data: job, error: refused } = await begin();
    while (job?.state === 'running' && !left.current) {
      setProgress(job.progress);
      await new Promise((passed) => setTimeout(passed, LOOK_MS));
      const params = { path: { id: job.id } };
      const answer = await http.GET('/video-jobs/{id}', { params }).catch(unlessLost);
      // The work goes on while Crier cannot be reached.
      if (answer) ({ data: job, error: refused } = answer);
    }
    if (!job) throw refused;
    if (job.error) setWhy(strings.common.issue(job.error));
    return job.media && !left.current ? toFile(job.media) : undefined;
  };
  const run = async (begin: () => Begun): Promise<UploadedFile | undefined> => {
    setProgress(0);
    setError(null);
    setWhy(null);
    try {
      return await follow(begin);
    } catch (problem) {
      setError(problem);
      return undefined;
    } finally {
      setProgress(null);
    }
  };
  return { progress, error, why, run };
}
