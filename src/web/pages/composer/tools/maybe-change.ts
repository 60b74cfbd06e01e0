/** A coming date of a series, and the post that stands for it, as it was read. */
export interface Coming {
  readonly post: string;
  readonly date: string;
  readonly revision: number;
}

/** What a draft has beside its texts where it changes a post. */
export interface MaybeChange {
  /**
   * The post, its revision when the change was begun, and which others of its series change with it, with
   * theirs. `base`: what the post had besides its texts; what differs from it, the writer has changed.
   */
  readonly edits?: {
    readonly post: string;
    /** Of a coming date: the post that stands for it. */
    readonly coming?: Coming;
    readonly revision: number;
    readonly scope: 'following' | 'all' | null;
    readonly base?: { readonly date: string; readonly repeat: string | null; readonly shortLink: boolean };
    readonly also?: readonly { readonly id: string; readonly revision: number }[];
  };
}
