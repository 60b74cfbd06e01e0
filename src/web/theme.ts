import { createTheme, type CSSVariablesResolver } from '@mantine/core';
import { strings } from './strings/index.ts';

/** One accent, soft corners, Inter. White on the accent has a contrast of 4.9 : 1. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  headings: {
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.75rem' }, h2: { fontSize: '1.25rem' }, h3: { fontSize: '1.05rem' } },
  },
  cursorType: 'pointer',
  components: {
    // Other colours are too pale for initials on their background.
    Avatar: { defaultProps: { allowedInitialsColors: ['indigo', 'violet', 'grape', 'blue'] } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': strings.common.close } } },
  },
});

/**
 * Darker or lighter colours for dimmed text, errors, and green and orange badges: Mantine's own have a
 * contrast below 4.5 : 1 on a card, in both schemes (WCAG 2.2, 1.4.3).
 */
export const contrastVariables: CSSVariablesResolver = ({ colors: { gray, dark, red } }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray?.[7] ?? '',
    '--mantine-color-error': red?.[9] ?? '',
    '--mantine-color-placeholder': gray?.[7] ?? '',
    '--mantine-color-green-light-color': '#1d6b2f',
    '--mantine-color-orange-light-color': '#a83600',
  },
  dark: {
    '--mantine-color-dimmed': dark?.[1] ?? '',
    '--mantine-color-error': red?.[4] ?? '',
    '--mantine-color-placeholder': dark?.[2] ?? '',
  },
});
