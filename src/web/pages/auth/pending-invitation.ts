export interface PendingInvitation {
  readonly token: string;
  readonly organization: string;
  readonly role: 'owner' | 'admin' | 'member';
  /** The only email address that may accept it; null for anyone who has the link. */
  readonly email: string | null;
}

let pending: PendingInvitation | null = null;

/**
 * Remembers the invitation that a person came with until they have signed in or signed up; null forgets it.
 * It lives in memory only: after a reload, the link in the email has to be opened again.
 */
export function setPendingInvitation(invitation: PendingInvitation | null): void {
  pending = invitation;
}

/** Null if the person did not come with an invitation. */
export const pendingInvitation = (): PendingInvitation | null => pending;
