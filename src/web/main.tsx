import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/client.ts';
import { router } from './routes.tsx';
import { contrastVariables, theme } from './theme.ts';

const nonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The library that locks scrolling behind a dialog reads the nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: nonce() });
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

createRoot(root).render(
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    cssVariablesResolver={contrastVariables}
    getStyleNonce={nonce}
  >
    <Notifications position="bottom-right" />
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
