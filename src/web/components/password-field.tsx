import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** A password that can be looked at, also by keyboard; `fresh` for one that is being chosen, with the rule. */
export function PasswordField({ fresh = false, ...input }: PasswordInputProps & { fresh?: boolean }) {
  return (
    <PasswordInput autoComplete={fresh ? 'new-password' : 'current-password'} description={fresh ? strings.auth.passwordHint : undefined}
      visibilityToggleFocusable visibilityToggleButtonProps={{ 'aria-label': strings.auth.showPassword }} {...input} />
  );
}
