/** What a draft has beside its texts where it changes a post. */
export interface MaybeChange {
  /** The post, its revision when the change was begun, and which others of its series change with it. */
  readonly edits?: {
    readonly post: string;
    readonly revision: number;
    readonly scope: 'following' | 'all' | null;
  };
}
