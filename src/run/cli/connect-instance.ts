import type { Context } from '../../platform/context.ts';
import { createContext } from '../create-context.ts';
import { locateInstance } from './locate-instance.ts';

/**
 * Builds the context of the instance. It logs nothing, because stdout is for the result.
 *
 * @throws as `locateInstance`
 */
export async function connectInstance(): Promise<Context> {
  const { config } = locateInstance();
  return createContext({ ...config, PORT: config.PORT || 3000, LOG_LEVEL: 'silent' }, 'cli');
}
