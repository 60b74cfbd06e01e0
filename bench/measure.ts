/** What `npm run bench` can measure. */
import type { Result } from './report.ts';

/** The amount of work. Each measure defines what `posts` and `rounds` mean. */
export interface Size {
  readonly posts: number;
  readonly rounds: number;
  readonly short: boolean;
  /** Where API and worker leave CPU profiles. */
  readonly profileDir?: string;
  readonly say: (line: string) => void;
}

/** One measure: it brings up what it needs and takes it down again. */
export interface Measure {
  readonly name: string;
  readonly title: string;
  readonly full: { readonly posts: number; readonly rounds: number };
  readonly short: { readonly posts: number; readonly rounds: number };
  run(size: Size): Promise<Result>;
}
