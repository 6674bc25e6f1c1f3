import { groupBy } from '../../data/group-by.ts';
import { listed } from '../../data/listed.ts';
import { textAt } from '../../data/tree.ts';
import { type Finding, warning } from '../finding.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { configMapKey, containersOf, environment, isRepoClient, isSetElsewhere } from './containers.ts';

const variable = 'ARGOCD_GRPC_MAX_SIZE_MB';

interface Limit {
  readonly container: string;
  /** In MB. */
  readonly size: number;
}

/**
 * Reports different limits of the repo-server, its sidecars and its clients, because both ends of a connection enforce their
 * own [sources: argocd-38]. A higher limit of a client has no effect on renders: the API server also uses it for other responses.
 */
export function sizeRules(
  server: ConfigObject,
  containers: readonly unknown[],
  { clients, params }: Configuration,
): readonly Finding[] {
  const parameters = near(server, params);
  const limitsOf = (all: readonly unknown[]) => all.flatMap((container) => limitOf(container, parameters));
  const own = limitsOf(containers);
  const highest = own.reduce((most, { size }) => Math.max(most, size), 0);
  const ofClients = limitsOf(near(server, clients).flatMap(({ body }) => containersOf(body).filter(isRepoClient)));
  const all = [...own, ...ofClients.filter(({ size }) => size < highest)];
  const bySize = [...groupBy(all, ({ size }) => size)].sort(([a], [b]) => a - b);
  if (bySize.length < 2) return [];
  const texts = bySize.map(([size, limits]) => `${size} MB in ${listed(limits.map(({ container }) => container))}`);
  const message = `the limit for responses is ${texts.join(', but ')}; the lowest limit applies`;
  const path = `spec.template.spec.containers: ${variable}`;
  return [warning(server, { path, message, fix: 'set the same value on all of these containers' })];
}

/** The limit of a container. Empty if it comes from an object that is not in the input. */
function limitOf(container: unknown, params: readonly ConfigObject[]): readonly Limit[] {
  const text = isSetElsewhere(container, variable) ? parameterOf(container, params) : environment(container, variable);
  if (text === undefined) return [];
  return [{ container: textAt(container, 'name'), size: /^\d+$/.test(text) ? Number(text) : 100 }];
}

function parameterOf(container: unknown, params: readonly ConfigObject[]): string | undefined {
  const { name, key } = configMapKey(container, variable);
  const found = params.find(({ body }) => textAt(body, 'metadata', 'name') === name);
  return found && textAt(found.body, 'data', key);
}
