import { changeRoutes } from './changes.ts';
import { costRoutes } from './costs.ts';
import { liveRoutes } from './live.ts';
import { listRoutes } from './read-lists.ts';
import { ownRoutes } from './read-own.ts';
import { sessionRoutes } from './read-session.ts';
import { tenantRoutes } from './read-tenants.ts';
import type { Route } from './route.ts';
import { simulationRoutes } from './simulations.ts';

/** Every operation of the API. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...tenantRoutes,
  ...listRoutes,
  ...ownRoutes,
  ...costRoutes,
  ...liveRoutes,
  ...simulationRoutes,
  ...changeRoutes,
];
