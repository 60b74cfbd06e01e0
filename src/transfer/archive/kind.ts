/** What exporting and importing the rows of one table takes. */

/** Rows of one table; their entry in the archive is `rows/<table>.ndjson`. */
export interface Kind {
  readonly table: string;
  /** Columns in the order in which they are written. */
  readonly columns: readonly string[];
  /** Columns that are not in the archive, each with the reason. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** How rows of an organisation are found: SQL on the row `t`, with `ORG` for the id. */
  readonly where?: string;
  /** What makes their order the same on every instance: SQL on the row `t`. */
  readonly order: string;
  /** Columns that name a person; only members are imported, so that anybody else becomes null. */
  readonly people?: readonly string[];
  /** Columns that name a row of another table, which must be one of the same organisation. */
  readonly references?: Readonly<Record<string, keyof typeof OWNED>>;
  /** What is written instead of the value of a column: SQL on the row `t`. */
  readonly writes?: Readonly<Record<string, string>>;
  /** What a column gets that the archive does not have: SQL. */
  readonly fills?: Readonly<Record<string, string>>;
  /** What of a row is secret, and so in the archive only with a passphrase. */
  readonly secret?: Secret;
  /** Rows that may be here already, and then stay as they are: SQL on the row `r` of the archive. */
  readonly shared?: string;
  /** The only values that a column may have. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

/** A column that must never be read in the clear outside its instance. */
export interface Secret {
  readonly column: string;
  /** The column by which the row is known within the organisation. */
  readonly key: string;
  /** Whether the column holds a value that is sealed with the key of the instance; otherwise it is a hash. */
  readonly binding?: (organizationId: string, key: string) => string;
  /**
   * The treatment of a row whose secret is not imported: it is left out, it gets nothing, or random hex
   * digits that nobody has the secret for, or an empty value that is sealed.
   */
  readonly without: 'no row' | 'null' | 'random' | 'sealed';
}

/** Whether the row with the id `ID` is one of the organisation `ORG`: SQL, by table. */
export const OWNED = {
  customer: 'select 1 from customer o where o.id = ID and o.organization_id = ORG',
  integration: 'select 1 from integration o where o.id = ID and o.organization_id = ORG',
  media: 'select 1 from media o where o.id = ID and o.organization_id = ORG',
  post_group: 'select 1 from post_group o where o.id = ID and o.organization_id = ORG',
  post: 'select 1 from post o where o.id = ID and o.organization_id = ORG',
  post_item:
    'select 1 from post_item i join post o on o.id = i.post_id where i.id = ID and o.organization_id = ORG',
  short_link: 'select 1 from short_link o where o.id = ID and o.organization_id = ORG',
  // Only one that an archive has brought: nothing joins a migration of this instance.
  v1_source: "select 1 from v1_source o where o.id = ID and o.fingerprint = 'archive:' || o.id",
  tag: 'select 1 from tag o where o.id = ID and o.organization_id = ORG',
} as const;

export const rowsEntry = (table: string): string => `rows/${table}.ndjson`;
