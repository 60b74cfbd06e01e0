import { Alert, Box, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { reloadPage } from '../api/reload.ts';
import { strings } from '../strings/index.ts';

/** In place of a page whose file did not arrive, or that broke; the navigation around it stays. */
export function PageFailed() {
  const [asking, setAsking] = useState(false);
  const retry = async (): Promise<void> => {
    setAsking(true);
    await reloadPage();
    setAsking(false);
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
