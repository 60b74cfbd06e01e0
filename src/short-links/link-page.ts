/** The pages for a disabled or unknown short link: for people who may never have heard of this instance. */
import { createHash } from 'node:crypto';

const WORDS = {
  en: {
    missing: {
      title: 'There is no such link',
      text: 'It may have been copied incompletely, or typed wrongly.',
    },
    disabled: {
      title: 'This link was switched off',
      text: 'The person who published it, or the people responsible here, have switched it off.',
    },
    busy: {
      title: 'One moment, please',
      text: 'Too many links that do not exist were tried from your address. This page tries yours again automatically, within a minute.',
    },
  },
  de: {
    missing: {
      title: 'Diesen Link gibt es nicht',
      text: 'Vielleicht wurde er unvollständig kopiert oder falsch getippt.',
    },
    disabled: {
      title: 'Dieser Link wurde abgeschaltet',
      text: 'Wer ihn veröffentlicht hat oder hier verantwortlich ist, möchte nicht mehr, dass er weiterführt.',
    },
    busy: {
      title: 'Einen Moment bitte',
      text: 'Jemand an deiner Adresse hat zu viele Links ausprobiert, die es nicht gibt. Diese Seite versucht es innerhalb einer Minute von selbst noch einmal.',
    },
  },
} as const;

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem}';

/** Allows the page its own style, and nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** @param why there is no such link, it was disabled, or this visitor has to wait */
export function linkPage(language: keyof typeof WORDS, why: keyof (typeof WORDS)['en']): string {
  const { title, text } = WORDS[language][why];
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
