import type { TagInput } from '../post-body.ts';

/** The names of the tags that a request asks for, each once, in order. */
export function tagNames(tags: readonly TagInput[] = []): string[] {
  return [...new Set(tags.map((tag) => tag.label.trim()).filter(Boolean))];
}
