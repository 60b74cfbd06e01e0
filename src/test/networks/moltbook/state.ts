/** What the stand-in knows: agents, submolts, and what was said in them. */

/** Bounds that tests may lower (www.moltbook.com/skill.md, "Rate Limits"). */
export interface Limits {
  readonly postEveryMs: number;
  readonly commentEveryMs: number;
  readonly commentsPerDay: number;
  /** For how long a question may be answered. */
  readonly answerMs: number;
}

export const MOLTBOOK_LIMITS: Limits = {
  postEveryMs: 30 * 60_000,
  commentEveryMs: 20_000,
  commentsPerDay: 50,
  answerMs: 5 * 60_000,
};

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  claimed: boolean;
  suspended: boolean;
  /** Is asked no questions. */
  trusted: boolean;
}

/** A post or, with `postId`, a comment. */
export interface Item {
  readonly id: string;
  readonly agent: Agent;
  readonly submolt: string;
  readonly title: string | null;
  readonly content: string;
  readonly postId: string | null;
  readonly parentId: string | null;
  readonly at: Date;
  status: 'verified' | 'pending' | 'failed';
  readonly question: { readonly code: string; readonly answer: number; readonly until: Date } | null;
}

/** How the next requests behave. */
export interface Armed {
  /** Answers about posts leave `verification_status` out, as some recorded ones do. */
  silent: boolean;
  /** The page of an agent has no list of posts. */
  noProfile: boolean;
  /** Lists of comments say that there are more. */
  moreComments: boolean;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly agents: Agent[];
  readonly submolts: Map<string, { readonly displayName: string; readonly subscribers: number }>;
  readonly items: Item[];
  readonly armed: Armed;
}

/** Hidden until it is verified: nobody else sees it, in no list. */
export const isShown = ({ status }: Item): boolean => status === 'verified';
