import { changeRoutes } from './changes.ts';
import { listRoutes } from './read-lists.ts';
import { sessionRoutes } from './read-session.ts';
import { tenantRoutes } from './read-tenants.ts';
import type { Route } from './route.ts';

/** Every operation of the API. */
export const routes: readonly Route[] = [...sessionRoutes, ...tenantRoutes, ...listRoutes, ...changeRoutes];
