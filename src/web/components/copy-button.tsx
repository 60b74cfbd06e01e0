import { Button, CopyButton as Copy } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** Copies `value`. `label` names it for screen readers. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="light"
          color={copied ? 'green' : undefined}
          onClick={copy}
          aria-label={`${strings.common.copy}: ${label}`}
        >
          {copied ? strings.common.copied : strings.common.copy}
        </Button>
      )}
    </Copy>
  );
}
