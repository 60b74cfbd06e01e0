/** Updates that API processes of before this release send to PublishPostWorkflow. */
export const RESCHEDULE_UPDATE = 'reschedule';
export const CANCEL_UPDATE = 'cancel';
export const RESOLVE_UPDATE = 'resolveUnconfirmed';
export const WAKE_UPDATE = 'wake';

/**
 * The row's new date and revision; a revision that the run knows already is refused. A failed or cancelled
 * post of a living run waits again.
 */
export interface RescheduleMessage {
  readonly postId: string;
  readonly dueMs: number;
  readonly revision: number;
}

/** The row is cancelled at this revision; an older revision than the run knows is refused. */
export interface CancelMessage {
  readonly postId: string;
  readonly revision: number;
}

/**
 * A person's decision about an unknown outcome: it is published (`published`), send it again (`resend`), or
 * leave it (`drop`).
 */
export interface ResolveMessage {
  readonly postId: string;
  readonly decision: 'published' | 'resend' | 'drop';
}

/** What a held post waited for has come: its row is read again at once. */
export interface WakeMessage {
  readonly postId: string;
}

/** Types of `ApplicationFailure` with which an update is refused: there is nothing left to deliver. */
export const REFUSAL = {
  unknownPost: 'UnknownPost',
  alreadyFinished: 'AlreadyFinished',
  staleRevision: 'StaleRevision',
  notUnconfirmed: 'NotUnconfirmed',
} as const;
