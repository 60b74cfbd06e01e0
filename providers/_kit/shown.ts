/** What people see of a network, beside its name. */

/**
 * Where the mark of a network comes from: a drawing of simple-icons or of Tabler Icons (`without`: paths that
 * begin so are left out), or letters where neither has one. `npm run generate` draws it.
 */
export type MarkSource =
  | { readonly simpleIcon: string }
  | { readonly tabler: string; readonly colour: string; readonly without?: string }
  | { readonly letters: string; readonly colour: string };

/** How a network lays out a post: a short post with its thread, a card, a message, an article. */
export type Layout = 'short' | 'card' | 'message' | 'article';

/**
 * The evidence that what we send to a network is right, from outside the project. A network's own server
 * comes first; then what its vendor publishes, against which a stand-in of ours and every request to it are
 * checked; a stand-in alone repeats our own misunderstandings.
 */
export interface Evidence {
  readonly kind: 'own server' | 'description' | 'stand-in';
  /** What it is, for a sentence that begins with "against". */
  readonly what: string;
  /** What it cannot show, or has not. */
  readonly not: string;
  /** The day of the evidence. */
  readonly since: string;
  /** What of it is in doubt: that the network works in this way was seen by nobody, or only long ago. */
  readonly doubt?: string;
}
