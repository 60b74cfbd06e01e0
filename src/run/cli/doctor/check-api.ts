import { messageOf } from '../errors.ts';
import { DEADLINE_MS, fail, ok, type DoctorDeps, type Finding } from './finding.ts';

/** Where to reach an API that listens on every interface. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Whether Crier's API answers on its port, rather than some other program. */
export async function checkApi({
  config,
  running,
}: Pick<DoctorDeps, 'config' | 'running'>): Promise<Finding> {
  const url = `http://${LOOPBACK[config.HOST] ?? config.HOST}:${config.PORT || 3000}`;
  const fix = running
    ? `See logs/api.log in ${config.CRIER_DATA_DIR}; npm start restarts an API that has stopped`
    : 'Start it (npm start or npm run api), or set PORT and HOST to where it listens';
  try {
    const response = await fetch(`${url}/api/health`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
      redirect: 'manual',
    });
    const body = await response.text();
    if (response.status === 200 && /"status":\s*"ok"/.test(body)) return ok('API', `answers at ${url}`);
    return fail(
      'API',
      `another program answers at ${url} (status ${response.status})`,
      'Set PORT to the port of the API',
    );
  } catch (error) {
    return fail('API', `${url} does not answer: ${messageOf((error as Error).cause ?? error)}`, fix);
  }
}
