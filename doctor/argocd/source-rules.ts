import { posix } from 'node:path';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { parameterNames, readParameters } from '../../plugin/parameters.ts';
import { readSelection } from '../../plugin/selection.ts';
import { error, type Finding } from '../finding.ts';
import { type ApplicationObject, type ApplicationSource, parameterOf, pluginSources } from './application.ts';
import { type Configuration, near } from './configuration.ts';
import { pathRules } from './path-rules.ts';

/** Rules for the sources that the plugin renders. */
export function sourceRules(application: ApplicationObject, configuration: Configuration): readonly Finding[] {
  const own = pluginSources(application);
  return own.flatMap((source) => [
    ...nameRules(application, source, configuration),
    ...sizeRules(application, source),
    ...parameterRules(application, source),
    ...placeRules(application, source),
    ...pathRules(application, source.source, configuration),
  ]);
}

/** Checks the name of the plugin, which includes its version [sources: argocd-2]. */
function nameRules(
  application: ApplicationObject,
  { path, source }: ApplicationSource,
  { plugins }: Configuration,
): readonly Finding[] {
  const name = textAt(source, 'plugin', 'name');
  const installed = near(application, plugins).map(({ body }) => fullName(valueAt(body, 'spec', 'version')));
  if (installed.length === 0 ? name !== 'leasehold' : installed.includes(name)) return [];
  const message = installed.includes('leasehold')
    ? 'Argo CD finds a plugin without a version only by its name'
    : 'Argo CD finds a plugin that has a version only by its name and version';
  const fix = `write ${installed.length === 0 ? 'leasehold-<version of plugin.yaml>' : installed.join(' or ')}`;
  return [error(application, { path: `${path}.plugin.name`, message, fix })];
}

/** The name of the plugin in Applications. */
function fullName(version: unknown): string {
  return version === undefined ? 'leasehold' : `leasehold-${String(version)}`;
}

/** The limit of Linux for the name and value of an environment variable, in bytes. */
const largestVariable = 131_072;

/** Reports parameters of more than half the limit, because they become environment variables [sources: argocd-3]. */
function sizeRules(application: ApplicationObject, { path, source }: ApplicationSource): readonly Finding[] {
  const all = JSON.stringify(listAt(source, 'plugin', 'parameters'));
  const sizes = [
    [`${path}.plugin.parameters`, Buffer.byteLength(all)] as const,
    ...listAt(source, 'plugin', 'env').map(
      (entry, index) => [`${path}.plugin.env[${index}]`, Buffer.byteLength(JSON.stringify(entry))] as const,
    ),
  ];
  return sizes
    .filter(([, size]) => size > largestVariable / 2)
    .map(([place, size]) => {
      const share = size < largestVariable ? ', which is more than half of the limit' : '';
      const message = `Argo CD passes ${size} bytes in an environment variable${share}; it cannot start the plugin with ${largestVariable} bytes or more`;
      return error(application, {
        path: place,
        message,
        fix: 'move tenants to files, and pass only a name, a selector or a shard',
      });
    });
}

/**
 * Checks the names of parameters and, unless a value is templated, validates all of them with the code of the plugin.
 */
function parameterRules(application: ApplicationObject, { path, source }: ApplicationSource): readonly Finding[] {
  const unknown = parametersOf(source).filter(([name]) => !parameterNames.some((known) => known === name));
  if (unknown.length > 0) {
    return unknown.map(([name, place]) => {
      const what = name === '' ? 'a parameter has no name' : `the plugin has no parameter ${name}`;
      const message = `${what}, so the render fails`;
      return error(application, {
        path: `${path}.plugin.${place}`,
        message,
        fix: `use one of ${parameterNames.join(', ')}`,
      });
    });
  }
  const rejection = pluginRejection(source);
  if (rejection === undefined) return [];
  const end = rejection.lastIndexOf('; ');
  const [wrong, fix] =
    end < 0 ? [rejection, 'correct the parameters'] : [rejection.slice(0, end), rejection.slice(end + 2)];
  return [
    error(application, { path: `${path}.plugin`, message: `the plugin rejects these parameters: ${wrong}`, fix }),
  ];
}

/**
 * The error of the plugin: what is wrong and, after a semicolon, what to do. Undefined if the plugin accepts the parameters, or if
 * they contain templates or are too large.
 */
function pluginRejection(source: unknown): string | undefined {
  const text = JSON.stringify(valueAt(source, 'plugin') ?? {});
  if (text.includes('{{') || text.length > largestVariable / 2) return undefined;
  const env = listAt(source, 'plugin', 'env').map((one) => [`ARGOCD_ENV_${textAt(one, 'name')}`, textAt(one, 'value')]);
  const parameters = JSON.stringify(listAt(source, 'plugin', 'parameters'));
  const values = readParameters({ ...Object.fromEntries(env), ARGOCD_APP_PARAMETERS: parameters });
  if (!values.ok) return values.error.summary;
  if (values.value['max-removed'] !== undefined && values.value.previous === undefined) {
    return 'the parameter max-removed requires the parameter previous; set previous to the inventory of an earlier render';
  }
  const selection = readSelection(values.value);
  return selection.ok ? undefined : selection.error.summary;
}

/** The name of each parameter, with the field that sets it. Names in `env` are in upper case in the source. */
function parametersOf(source: unknown): readonly (readonly [name: string, place: string])[] {
  const names = (field: 'parameters' | 'env') =>
    listAt(source, 'plugin', field).map((entry) => String(valueAt(entry, 'name') ?? ''));
  return [
    ...names('parameters').map((name) => [name, 'parameters'] as const),
    ...names('env').map((name) => [name.toLowerCase().replaceAll('_', '-'), 'env'] as const),
  ];
}

/**
 * Reports a `path` outside the repository, which Argo CD rejects, and a parameter `directory` outside it, which the plugin rejects.
 */
export function placeRules(application: ApplicationObject, { path, source }: ApplicationSource): readonly Finding[] {
  const own = textAt(source, 'path');
  const directory = parameterOf(source, 'directory');
  const isOutside = (place: string) => place.startsWith('/') || posix.normalize(place).startsWith('..');
  if (own !== '' && isOutside(own)) {
    const fix = 'set it to a directory in the repository, relative to the root of the repository';
    return [error(application, { path: `${path}.path`, message: `${own} is outside the repository`, fix })];
  }
  if (directory === undefined || own.includes('{{') || !isOutside(posix.join(own, directory))) return [];
  return [
    error(application, {
      path: `${path}.plugin`,
      message: `the directory ${directory} is outside the repository`,
      fix: 'set it to a directory in the repository, relative to the path of the Application',
    }),
  ];
}
