/** The poll of a post, as the networks that have polls take it. */
import type { ContentIssue, JsonSchema } from './contract.ts';
import { sentence } from './sentences/catalogue.ts';

/** A poll that has answers, with the network's own fields. */
export interface Poll {
  readonly options: readonly string[];
  readonly [field: string]: unknown;
}

/** What a network allows. `length`: of an answer, in characters. */
export interface PollLimits {
  readonly options: number;
  readonly length: number;
}

/** The schema of `poll`: its answers, and the network's own `fields`. */
export function pollField(
  { options, length }: PollLimits,
  fields: Readonly<Record<string, JsonSchema>>,
  description: string,
): JsonSchema {
  const { question, ...others } = fields;
  return {
    type: ['object', 'null'],
    properties: {
      ...(question ? { question } : {}),
      options: {
        type: ['array', 'null'],
        maxItems: options,
        items: { type: 'string', maxLength: length },
        description: `Two to ${options} answers to choose from, each of up to ${length} characters`,
      },
      ...others,
    },
    description,
  };
}

/** The poll of a post; null without an answer, which is what an emptied form leaves. */
export function pollOf(settings: Readonly<Record<string, unknown>>): Poll | null {
  const poll = settings.poll as Partial<Poll> | null | undefined;
  const options = (poll?.options ?? []).map((option) => option.trim()).filter(Boolean);
  return options.length ? { ...poll, options } : null;
}

/** The question that a poll has of its own; empty where the text of the post is the question. */
export const questionOf = (poll: Poll): string => String(poll.question ?? '').trim();

/** What every network refuses: a poll of one answer, and files beside one unless it has both. */
export function pollIssues(poll: Poll, media: readonly unknown[] = []): ContentIssue[] {
  return [
    ...(poll.options.length < 2
      ? [{ path: 'settings.poll.options', ...sentence('poll_too_few_answers') }]
      : []),
    ...(media.length ? [{ path: 'settings.poll', ...sentence('poll_beside_files') }] : []),
  ];
}
