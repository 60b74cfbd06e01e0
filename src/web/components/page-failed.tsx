import { Alert, Button, Stack } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** In place of a page whose file did not arrive, or that broke; the navigation around it stays. */
export function PageFailed() {
  return (
    <Stack p="lg" align="flex-start">
      <Alert color="red" role="alert" title={strings.common.pageFailed}>
        {strings.common.pageFailedHelp}
      </Alert>
      <Button variant="default" onClick={() => location.reload()}>
        {strings.common.tryAgain}
      </Button>
    </Stack>
  );
}
