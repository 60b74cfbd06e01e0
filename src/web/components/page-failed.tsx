import { Alert, Box, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { http } from '../api/client.ts';
import { strings } from '../strings/index.ts';

/** In place of a page whose file did not arrive, or that broke; the navigation around it stays. */
export function PageFailed() {
  const [asking, setAsking] = useState(false);
  // After an update only a new page knows the files. Without a server, the browser would put a page of its
  // own in place of all that was loaded.
  const retry = async (): Promise<void> => {
    setAsking(true);
    await http.GET('/auth/me').then(
      () => location.reload(),
      () => setAsking(false),
    );
  };
  const title = (
    <Box component="h1" m={0} fz="inherit" fw="inherit">
      {strings.common.pageFailed}
    </Box>
  );
  return (
    <Stack component="main" id="content" tabIndex={-1} p="lg" align="flex-start">
      <Alert color="red" role="alert" title={title}>
        {strings.common.pageFailedHelp}
      </Alert>
      <Button variant="default" loading={asking} onClick={() => void retry()}>
        {strings.common.tryAgain}
      </Button>
    </Stack>
  );
}
