/**
 * Polls and flags of a new message (resources/poll, "Poll Create Request Object"; resources/message, "Message
 * Flags"). Limits are those of the documents and of Discord's OpenAPI document (discord-api-spec).
 */
import { badLength, invalidForm, required, type FieldError } from './call.ts';

export interface Poll {
  readonly question: string;
  readonly answers: readonly string[];
  readonly multiple: boolean;
  readonly hours: number;
}

const MAX = { question: 300, answer: 55, answers: 10, hours: 768 } as const;

/** The flags that can be set with a message: previews and notifications suppressed, voice, components. */
const SETTABLE = (1 << 2) | (1 << 12) | (1 << 13) | (1 << 15);

const notAnInteger: FieldError = { code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' };

/** Flags that cannot be set are left out without an error (seen with the flag of a crossposted message). */
export function readFlags(value: unknown, path: string): number {
  if (value === undefined || value === null) return 0;
  if (!Number.isInteger(value)) throw invalidForm(path, notAnInteger);
  return (value as number) & SETTABLE;
}

export function readPoll(value: unknown, path: string): Poll | null {
  if (value === undefined || value === null) return null;
  const { question, answers, allow_multiselect: multiple, duration } = value as Record<string, unknown>;
  const asked = textOf(question, `${path}.question`, MAX.question);
  if (!Array.isArray(answers)) throw invalidForm(`${path}.answers`, required);
  if (answers.length < 1 || answers.length > MAX.answers) {
    throw invalidForm(`${path}.answers`, badLength(1, MAX.answers));
  }
  const hours = duration ?? 24;
  if (!Number.isInteger(hours)) throw invalidForm(`${path}.duration`, notAnInteger);
  if ((hours as number) < 1 || (hours as number) > MAX.hours) {
    throw invalidForm(`${path}.duration`, {
      code: 'NUMBER_TYPE_MAX',
      message: `int value should be less than or equal to ${MAX.hours}.`,
    });
  }
  return {
    question: asked,
    answers: answers.map((answer: unknown, n) =>
      textOf(
        (answer as { poll_media?: unknown } | null)?.poll_media,
        `${path}.answers.${n}.poll_media`,
        MAX.answer,
      ),
    ),
    multiple: multiple === true,
    hours: hours as number,
  };
}

function textOf(media: unknown, path: string, most: number): string {
  const text = (media as { text?: unknown } | null | undefined)?.text;
  if (typeof text !== 'string') throw invalidForm(`${path}.text`, required);
  const { length } = Array.from(text.trim());
  if (length < 1 || length > most) throw invalidForm(`${path}.text`, badLength(1, most));
  return text.trim();
}

export const presentPoll = ({ question, answers, multiple }: Poll): Record<string, unknown> => ({
  question: { text: question },
  answers: answers.map((text, n) => ({ answer_id: n + 1, poll_media: { text } })),
  allow_multiselect: multiple,
  layout_type: 1,
});
