/** Whether the ffmpeg of CRIER_FFMPEG runs here and has what conversions need. Nothing to report without
 * one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnv } from '../../../platform/config/config.ts';
import { DEADLINE_MS, fail, ok, type DoctorDeps, type Finding } from './finding.ts';

const CHECK = 'ffmpeg';
const ENCODER = 'libx264';

export async function checkFfmpeg({ config }: Pick<DoctorDeps, 'config'>): Promise<Finding[]> {
  const program = config.CRIER_FFMPEG;
  if (!program) return [];
  const ask = async (option: string): Promise<string> => {
    const options = { timeout: DEADLINE_MS, env: { PATH: childEnv().PATH } };
    return (await promisify(execFile)(program, ['-hide_banner', option], options)).stdout;
  };
  try {
    const version = /^ffmpeg version (\S+)/.exec(await ask('-version'))?.[1];
    if (!version) {
      return [fail(CHECK, `${program} is another program`, 'Set CRIER_FFMPEG to the path of ffmpeg')];
    }
    if (!(await ask('-encoders')).includes(` ${ENCODER} `)) {
      return [
        fail(
          CHECK,
          `${program} (${version}) cannot write H.264: it was built without ${ENCODER}`,
          'Install a build with it, such as the package of Debian, and set CRIER_FFMPEG to its path',
        ),
      ];
    }
    return [ok(CHECK, `${program} (${version}) converts videos`)];
  } catch (error) {
    return [
      fail(
        CHECK,
        `${program} does not run: ${(error as Error).message}`,
        'Install ffmpeg where the API runs, correct CRIER_FFMPEG, or remove it',
      ),
    ];
  }
}
