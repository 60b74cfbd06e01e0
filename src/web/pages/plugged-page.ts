/** A page that a workspace adds, by way of `plugged-pages.ts`. */
export interface PluggedPage {
  /** Its address, without parameters. */
  readonly path: string;
  readonly load: () => Promise<{ default: React.ComponentType }>;
  /** What the operator's page calls it, where a link leads to it. */
  readonly link: string;
}
