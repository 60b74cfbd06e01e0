import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/client.ts';
import { router } from './routes.tsx';
import { lookVariables, theme } from './theme.ts';

/** Everything that pages need around them. `nonce` allows the styles that Mantine writes. */
export function App({ nonce }: { nonce(): string }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={lookVariables}
      getStyleNonce={nonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
