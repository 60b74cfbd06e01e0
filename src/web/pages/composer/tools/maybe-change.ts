/** What a draft has beside its texts where it changes a post. */
export interface MaybeChange {
  /**
   * The post, its revision when the change was begun, and which others of its series change with it, with
   * theirs. `base`: what the post had besides its texts; what differs from it, the writer has changed.
   */
  readonly edits?: {
    readonly post: string;
    readonly revision: number;
    readonly scope: 'following' | 'all' | null;
    readonly base?: { readonly date: string; readonly repeat: string | null; readonly shortLink: boolean };
    readonly also?: readonly { readonly id: string; readonly revision: number }[];
  };
}
