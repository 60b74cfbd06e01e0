/**
 * The invitation that somebody came with, while they sign in or sign up. In memory only: whoever reloads
 * opens the link of the mail again.
 */
let kept: { readonly token: string; readonly organization: string } | null = null;

/** Keeps it; null forgets it. */
export function keepInvitation(invitation: typeof kept): void {
  kept = invitation;
}

/** What is kept. */
export const keptInvitation = (): typeof kept => kept;
