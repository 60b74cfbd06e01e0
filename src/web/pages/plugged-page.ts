/** A page that a workspace adds, by way of `plugged-pages.ts`. */
export interface PluggedPage {
  /** Its URL, without parameters. */
  readonly path: string;
  readonly load: () => Promise<{ default: React.ComponentType }>;
}

/** A link on the operator's page, apart from the pages: the first page that opens needs none. */
export interface PluggedLink {
  readonly path: string;
  readonly text: string;
  /** What it is called where nobody knows who publishes for an organisation, if that is settled there. */
  readonly inDoubt?: string;
}
