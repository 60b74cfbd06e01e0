/** Every migration in order. A migration is never edited after it has landed. */
import { CreateCore } from './20261121000000-create-core.ts';

export const migrations = [{ name: '20261121000000-create-core', class: CreateCore }];
