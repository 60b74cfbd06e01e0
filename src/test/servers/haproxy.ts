/** HAProxy 2.6 or later, a proxy in front of several processes. */
import { ensureProgram, locateProgram, type DebianProgram, type Program } from './debian-program.ts';
import { Unavailable } from './server.ts';

const PROGRAM: DebianProgram = {
  title: 'HAProxy',
  packages: ['haproxy'],
  path: 'usr/sbin/haproxy',
  versionFlag: '-v',
};

/**
 * Gets it where it is missing.
 *
 * @throws Unavailable, with what would help
 */
export async function haproxyProgram(log: (line: string) => void): Promise<Program> {
  await ensureProgram(PROGRAM, log);
  const program = await locateProgram(PROGRAM);
  if (!program) throw new Unavailable('no HAProxy is installed');
  return program;
}
