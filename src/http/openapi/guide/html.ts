/** Texts as HTML, and the blocks of code with their languages. */
import { LANGUAGES, PLACEHOLDERS, examplesOf, type ExampleCall, type Language } from './examples.ts';

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Renders text with `code` in backticks and [links](url). */
export const words = (text: string): string =>
  escape(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');

const PLACES = new RegExp(Object.keys(PLACEHOLDERS).join('|'), 'g');

/** Code in which the page can put the reader's own channel. */
const code = (text: string): string =>
  escape(text).replaceAll(
    PLACES,
    (word) => `<span data-fill="${PLACEHOLDERS[word as keyof typeof PLACEHOLDERS]}">${word}</span>`,
  );

const block = (text: string, label: string, language?: Language): string =>
  `<div class="sample"${language ? ` data-language="${language}"` : ''}><div class="sample-head"><span>${label}</span><button type="button" class="copy">Copy</button></div><pre tabindex="0" aria-label="${label}"><code>${code(text)}</code></pre></div>`;

export const terminal = (text: string): string => block(text, 'Terminal');

/** A call in every language; the page shows one of them at a time. */
export function samples(base: string, call: ExampleCall): string {
  const texts = examplesOf(base, call);
  const all = Object.entries(LANGUAGES) as [Language, string][];
  return `<div class="samples">${all.map(([language, label]) => block(texts[language], label, language)).join('')}</div>`;
}

/** Buttons that choose the language of all examples. They need the script, and are hidden without it. */
export const languageChoice = (): string =>
  `<div class="languages" role="group" aria-label="Language of the examples">${Object.entries(LANGUAGES)
    .map(([language, label]) => `<button type="button" data-language="${language}">${label}</button>`)
    .join('')}</div>`;
