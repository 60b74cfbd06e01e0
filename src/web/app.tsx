import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from './api/client.ts';
import { Messages } from './components/messages.tsx';
import { Navigation } from './navigation.tsx';
import { Pages } from './routes.tsx';
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
      <Messages />
      <QueryClientProvider client={queryClient}>
        <Navigation>
          <Pages />
        </Navigation>
      </QueryClientProvider>
    </MantineProvider>
  );
}
