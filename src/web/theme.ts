import { createTheme } from '@mantine/core';

/** The look of the app: one accent, soft corners, Inter. Contrast of the accent on white and on the dark ground is 4.5 : 1 and more. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  headings: { fontFamily: '"Inter Variable", system-ui, sans-serif', fontWeight: '650', sizes: { h1: { fontSize: '1.75rem' }, h2: { fontSize: '1.25rem' }, h3: { fontSize: '1.05rem' } } },
  cursorType: 'pointer',
});
