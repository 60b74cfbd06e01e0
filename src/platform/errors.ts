/** The closed catalogue of API errors: every refusal has a stable code. docs/errors.md is this list. */

import type { Params, Sentence } from '../../providers/_kit/sentences/fill.ts';
import { isDatabaseDown } from './database-errors.ts';
import { accessErrors } from './errors/access.ts';
import { appErrors } from './errors/apps.ts';
import { billingErrors } from './errors/billing.ts';
import { channelErrors } from './errors/channels.ts';
import { compositionErrors } from './errors/compositions.ts';
import { mediaErrors } from './errors/media.ts';
import { organizationErrors } from './errors/organizations.ts';
import { postErrors } from './errors/posts.ts';
import { requestErrors } from './errors/requests.ts';

/** The codes that the API answers with, by area: first those that may come before the handler. */
export const errorKinds = {
  ...accessErrors,
  ...organizationErrors,
  ...requestErrors,
  ...postErrors,
  ...compositionErrors,
  ...channelErrors,
  ...mediaErrors,
  ...appErrors,
  ...billingErrors,
} as const;

export type ErrorCode = keyof typeof errorKinds;

/** A problem at one place of the input: `path` is dotted with indexes (`posts.0.value.1.content`). */
export interface Issue extends Sentence {
  readonly path: string;
}

/**
 * The numbers behind `quota_exceeded`: the limited thing, the limit, the current use, the name of the plan,
 * and where an owner changes it.
 */
export interface QuotaDetails {
  readonly quota: 'channels' | 'postsPerMonth' | 'members' | 'webhooks' | 'storageMb';
  readonly limit: number;
  readonly used: number;
  readonly plan: string;
  readonly url: string;
}

/**
 * What is said instead of the catalogue's own sentence: `...sentence(…)`, which readers of other languages
 * have in theirs, or `inEnglish`, for commands and the operator alone.
 */
type Said =
  | (Sentence & { inEnglish?: never })
  | { inEnglish?: string; message?: never; code?: never; params?: never };

interface Options {
  issues?: readonly Issue[];
  headers?: Record<string, string>;
  details?: QuotaDetails;
  cause?: unknown;
}

/** A refusal of the API. Its message goes to the caller; `cause` only to the log. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Which sentence the message is; undefined for the catalogue's own, and in English only. */
  readonly reason: string | undefined;
  readonly params: Params | undefined;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  /** Shown as `quota`. */
  readonly details: QuotaDetails | undefined;

  constructor(code: ErrorCode, options: Said & Options = {}) {
    super(options.message ?? options.inEnglish ?? errorKinds[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = errorKinds[code].status;
    this.reason = options.code === code ? undefined : options.code;
    this.params = options.params;
    this.issues = options.issues ?? [];
    this.headers = options.headers ?? {};
    this.details = options.details;
  }

  /** What is said, for another error or for an issue: those of the catalogue have their own code. */
  get sentence(): Sentence {
    const { message, code, reason = code, params } = this;
    return params ? { message, code: reason, params } : { message, code: reason };
  }

  /**
   * Maps anything that was thrown to a refusal: a database that does not answer is 503, all else a defect.
   */
  static from(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    if (isDatabaseDown(error)) {
      return new ApiError('unavailable', { cause: error, headers: { 'retry-after': '5' } });
    }
    return new ApiError('internal', { cause: error });
  }
}
