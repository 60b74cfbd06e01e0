/** The page for a short link that does not exist: for people who may never have heard of this instance. */
import { createHash } from 'node:crypto';

const WORDS = {
  en: { title: 'There is no such link', text: 'It may have been copied incompletely, or typed wrongly.' },
  de: {
    title: 'Diesen Link gibt es nicht',
    text: 'Vielleicht wurde er unvollständig kopiert oder falsch getippt.',
  },
} as const;

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem}';

/** Allows the page its own style, and nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function notFoundPage(language: keyof typeof WORDS): string {
  const { title, text } = WORDS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main><h1>${title}</h1><p>${text}</p></main>
</body>
</html>
`;
}
