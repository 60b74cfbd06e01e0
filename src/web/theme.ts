import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { strings } from './strings/index.ts';

/** Ten steps of a colour in `look/tokens.css`. */
const scale = (name: string): MantineColorsTuple =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (step) => `var(--crier-${name}-${step})`,
  ) as unknown as MantineColorsTuple;
const token = (name: string): string => `var(--crier-${name})`;

/** Mantine in the look of `look/tokens.css`, which has every value. */
export const theme = createTheme({
  colors: { petrol: scale('petrol'), gray: scale('ink') },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  defaultRadius: 'md',
  radius: {
    sm: token('radius-small'),
    md: token('radius'),
    lg: token('radius-card'),
    xl: token('radius-dialog'),
  },
  fontSizes: {
    xs: token('size-small'),
    sm: token('size-body'),
    md: token('size-text'),
    lg: '1.0625rem',
    xl: '1.1875rem',
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  shadows: {
    xs: token('shadow-card'),
    sm: token('shadow-card'),
    md: token('shadow-raised'),
    lg: token('shadow-raised'),
    xl: token('shadow-dialog'),
  },
  fontFamily: token('font'),
  headings: {
    fontFamily: token('font'),
    fontWeight: '650',
    sizes: {
      h1: { fontSize: token('size-h1'), lineHeight: '1.25' },
      h2: { fontSize: token('size-h2'), lineHeight: '1.35' },
      h3: { fontSize: token('size-h3'), lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  components: {
    Avatar: { defaultProps: { allowedInitialsColors: ['petrol', 'blue', 'orange', 'green'] } },
    Paper: { defaultProps: { radius: 'lg' } },
    Modal: { defaultProps: { radius: 'xl', shadow: 'xl' } },
    Menu: { defaultProps: { shadow: 'md', radius: 'lg' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
    Alert: { defaultProps: { radius: 'lg' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': strings.common.close } } },
  },
});

/** The soft ground of a state and the text on it, which have a contrast of at least 4.5 : 1. */
const stateVariables = (name: string, from = name): Record<string, string> => ({
  [`--mantine-color-${name}-light`]: token(`${from}-soft`),
  [`--mantine-color-${name}-light-hover`]: token(`${from}-soft-hover`),
  [`--mantine-color-${name}-light-color`]: token(from),
  [`--mantine-color-${name}-text`]: token(from),
  [`--mantine-color-${name}-outline`]: token(from),
  [`--mantine-color-${name}-filled`]: token(`${from}-strong`),
  [`--mantine-color-${name}-filled-hover`]: `color-mix(in srgb, ${token(`${from}-strong`)}, black 12%)`,
});

/**
 * Surfaces, lines and text colours of `look/tokens.css` under the names that Mantine's components read. They
 * are the same in both schemes, because each token has two values.
 */
export const lookVariables: CSSVariablesResolver = () => {
  const both = {
    ...stateVariables('green'),
    ...stateVariables('orange'),
    ...stateVariables('yellow', 'orange'),
    ...stateVariables('red'),
    ...stateVariables('blue'),
    ...stateVariables('gray'),
    '--mantine-color-petrol-light': token('accent-soft'),
    '--mantine-color-petrol-light-hover': token('accent-soft-hover'),
    '--mantine-color-petrol-light-color': token('on-accent-soft'),
    '--mantine-color-petrol-text': token('accent'),
    '--mantine-color-petrol-outline': token('accent'),
    '--mantine-color-body': token('page'),
    '--mantine-color-text': token('text'),
    '--mantine-color-bright': token('bright'),
    '--mantine-color-dimmed': token('dimmed'),
    '--mantine-color-placeholder': token('dimmed'),
    '--mantine-color-anchor': token('accent'),
    '--mantine-color-error': token('red'),
    '--mantine-color-success': token('green'),
    '--mantine-color-default': token('card'),
    '--mantine-color-default-hover': token('hover'),
    '--mantine-color-default-color': token('text'),
    '--mantine-color-default-border': token('line'),
    '--mantine-color-disabled': token('gray-soft'),
    '--mantine-color-disabled-color': token('dimmed'),
    '--mantine-color-disabled-border': token('line'),
  };
  return { variables: {}, light: both, dark: both };
};
