/**
 * What `npm start` finds in its database. On most starts there is nothing to migrate and nothing to make, and
 * then two processes, which would load the product only to see that, are left out.
 */
import { readdirSync } from 'node:fs';
import { readWelcome } from '../../organizations/read-welcome.ts';
import type { Statement } from '../../platform/database.ts';
import { openReader } from '../../platform/open-reader.ts';
import type { ShownWelcome } from './welcome.ts';

export const APPLIED: Statement = { name: 'migrations-applied', text: 'select name from migration' };
const FOLDER = new URL('../../../migrations/', import.meta.url);

export interface Found {
  readonly migrated: boolean;
  /** Undefined when something has yet to be made. */
  readonly welcome?: ShownWelcome | undefined;
}

/** `url`: past a pooler. A database that cannot be read is one to migrate: that says what is wrong. */
export async function lookAtDatabase(url: string, offers: { readonly sandbox: boolean }): Promise<Found> {
  const reader = openReader({ url, applicationName: 'crier-start' });
  try {
    const applied = new Set((await reader.query<{ name: string }>(APPLIED)).map(({ name }) => name));
    const known = migrationNames();
    if (applied.size !== known.length || !known.every((name) => applied.has(name))) {
      return { migrated: false };
    }
    const welcome = await readWelcome(reader, offers);
    return { migrated: true, welcome: welcome && { ...welcome, setupCode: null } };
  } catch {
    return { migrated: false };
  } finally {
    await reader.close();
  }
}

/** By their files: the list itself would load the model. */
export function migrationNames(): string[] {
  return readdirSync(FOLDER).flatMap((file) => /^(\d{14}-[\w-]+)\.ts$/.exec(file)?.[1] ?? []);
}
