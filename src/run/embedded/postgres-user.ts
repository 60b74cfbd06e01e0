/** PostgreSQL refuses to run as root: it gets a user of its own there. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { lastLine, StartError } from '../../platform/start-error.ts';
import { runProgram } from '../../platform/processes.ts';

/** User and group numbers. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';
const AS_ORDINARY_USER = 'start Crier as an ordinary user instead';

/**
 * The user that PostgreSQL runs as: null = the one we run as.
 *
 * As root it is `postgres`, made when missing.
 *
 * @throws StartError when we are root and such a user cannot be made
 */
export async function postgresUser(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new StartError(`PostgreSQL cannot run as root: ${AS_ORDINARY_USER}`);
  }
  return findUser() ?? (await makeUser());
}

/** Whether the user can enter every folder above the path, by the permission bits. */
export function canReach(user: SystemUser, path: string): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat && !mayEnter(user, stat)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function mayEnter(
  user: SystemUser,
  stat: { readonly mode: number; readonly uid: number; readonly gid: number },
): boolean {
  if (stat.uid === user.uid) return Boolean(stat.mode & 0o100);
  if (stat.gid === user.gid) return Boolean(stat.mode & 0o010);
  return Boolean(stat.mode & 0o001);
}

function findUser(): SystemUser | null {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${NAME}:`))
    ?.split(':');
  return row ? { uid: Number(row[2]), gid: Number(row[3]) } : null;
}

async function makeUser(): Promise<SystemUser> {
  // shadow's tools first, then busybox's.
  const ways = [
    [
      ['groupadd', '--system', '--force', NAME],
      ['useradd', '--system', '--gid', NAME, '--no-create-home', '--shell', '/bin/false', NAME],
    ],
    [
      ['addgroup', '-S', NAME],
      ['adduser', '-S', '-D', '-H', '-G', NAME, '-s', '/bin/false', NAME],
    ],
  ];
  const reasons: string[] = [];
  for (const commands of ways) {
    try {
      for (const [command = '', ...args] of commands) await runProgram(command, args);
    } catch (error) {
      reasons.push(lastLine((error as Error).message));
    }
    const user = findUser();
    if (user) return user;
  }
  throw new StartError(
    `PostgreSQL cannot run as root and the user ${NAME} could not be made (${reasons.join('; ')}): ${AS_ORDINARY_USER}`,
  );
}
