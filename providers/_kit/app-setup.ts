/**
 * How a person registers an app with a network, so that channels can be connected there: the facts of the
 * network's page for operators (`providers/NAME/NAME.md`), as the web app shows them step by step. Names are
 * those of the vendor's English pages; ` > ` leads from a page to what is on it.
 */
export interface AppSetup {
  /** The page where apps are registered. */
  readonly portal: string;
  /** The form with which access has to be asked for before there can be an app. */
  readonly request?: string;
  /** What is pressed or chosen to make one. */
  readonly create: string;
  /** What is added or chosen in the app, and where. */
  readonly products?: { readonly at: string; readonly names: readonly string[] };
  /** Where the permissions are ticked; absent where the sign-in alone asks for them. */
  readonly scopesAt?: string;
  /** Where the redirect URL is entered; absent where no browser comes back. */
  readonly redirectAt?: string;
  readonly id: string;
  /** Absent for an app without a secret. */
  readonly secret?: string;
  /** Where those are named who may connect before a review. */
  readonly testersAt?: string;
  /** Where an app is published that loses its access every week while it is in testing. */
  readonly publishAt?: string;
  /** What else is to be done or known, in English; `german.ts` of the network has the German. */
  readonly notes?: readonly string[];
  readonly review?: AppReview;
}

/** A review by the vendor: its page, and what an app can do before it. */
export interface AppReview {
  readonly url: string;
  /**
   * `testers`: accounts with a role in the app connect and publish. `private`: posts are seen by their
   * authors only. `warning`: people see a warning that they can pass, a limited number of them. `nothing`: no
   * access.
   */
  readonly before: 'testers' | 'private' | 'warning' | 'nothing';
}
