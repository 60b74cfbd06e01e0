/** The web app's own operations, below `/api`: for people with a session. Those of the Public API come to them in index.ts. */
import type { Route } from './operation.ts';

/** In the order of the reference. A fixed path stands before one with a parameter. */
export const appRoutes: readonly Route[] = [
];
