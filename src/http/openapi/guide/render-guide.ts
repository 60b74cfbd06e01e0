/** The chapters of the guide as HTML, and as the part of docs/public-api.md that is made of them. */
import { LANGUAGES, examplesOf, type Language } from './examples.ts';
import { samples, terminal, words } from './html.ts';
import { GUIDE, type GuidePart } from './sections.ts';

/** The anchors of the guide, for the list of contents. */
export const guideLinks = (): (readonly [id: string, title: string])[] =>
  GUIDE.flatMap((section) => [
    [section.id, section.title] as const,
    ...(section.id === 'start' ? [] : section.parts.map((part) => [idOf(part), part.title] as const)),
  ]);

const idOf = ({ title }: GuidePart): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const paragraphs = (texts: readonly string[]): string =>
  texts.map((text) => `<p>${words(text)}</p>`).join('');

/** The guide as HTML, for the page. `base`: the URL of the API. */
export function renderGuide(base: string): string {
  return GUIDE.map(
    ({ id, title, text, parts }) =>
      `<section id="${id}"><h2>${title}</h2>${paragraphs(text)}${parts.map((part) => renderPart(base, part)).join('')}</section>`,
  ).join('');
}

function renderPart(base: string, part: GuidePart): string {
  const code = [
    ...(part.terminal ? [terminal(part.terminal)] : []),
    ...(part.call ? [samples(base, part.call)] : []),
  ].join('');
  return `<article id="${idOf(part)}"><div class="said"><h3>${part.title}</h3>${paragraphs(part.text)}</div><div class="shown">${code}</div></article>`;
}

const FENCES: Readonly<Record<Language, string>> = { curl: 'sh', javascript: 'js', python: 'python' };

/** For docs/public-api.md. */
export function guideInMarkdown(): string {
  const base = 'https://crier.example/public/v1';
  return GUIDE.map(({ title, text, parts }) =>
    [`## ${title}`, ...text, ...parts.map((part) => partInMarkdown(base, part))].join('\n\n'),
  )
    .join('\n\n')
    .replaceAll('](/settings/api-keys)', '](https://crier.example/settings/api-keys)');
}

function partInMarkdown(base: string, { title, text, terminal: typed, call }: GuidePart): string {
  const texts = call && examplesOf(base, call);
  const blocks = (Object.keys(LANGUAGES) as Language[]).flatMap((language) =>
    texts ? [`\`\`\`${FENCES[language]}\n${texts[language]}\n\`\`\``] : [],
  );
  return [`### ${title}`, ...text, ...(typed ? [`\`\`\`sh\n${typed}\n\`\`\``] : []), ...blocks].join('\n\n');
}
