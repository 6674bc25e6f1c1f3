import { textAt, valueAt } from '../../data/tree.ts';
import { isGoTrue } from '../../kubernetes/go-boolean.ts';
import { error, type Finding } from '../finding.ts';
import { metadataPath } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { booleanFlag, containersOf, environment, isController } from './containers.ts';
import { namesOf } from './names-of.ts';
import { projectOf } from './project-rules.ts';

type Projects = readonly ConfigObject[];

const diffKey = 'controller.diff.server.side';
const flag = '--server-side-diff-enabled';
const variable = 'ARGOCD_APPLICATION_CONTROLLER_SERVER_SIDE_DIFF';

const leak = 'Argo CD compares Applications by dry runs with its own account, so';
const leaks = 'can read every object of the cluster, including Secrets';

/** For such a comparison, the application controller applies objects in a dry run with its own account [sources: argocd-46]. */
export function serverSideDiff(projects: Projects, { params, clients }: Configuration): readonly Finding[] {
  const controllers = clients.filter(hasController);
  const settings = [...params.map(settingOfParameters), ...controllers.flatMap(settingsOfController)];
  return settings.flatMap(({ entry, path, name, value }) => {
    const all = params.includes(entry) ? params : controllers;
    const own = projects.filter((project) => near(project, all).includes(entry));
    if (own.length === 0 || !isGoTrue(value)) return [];
    return [error(entry, { path, message: `${leak} members of ${namesOf(own)} ${leaks}`, fix: `remove ${name}` })];
  });
}

/** True if an object runs the application controller. */
export function hasController({ body }: ConfigObject): boolean {
  return containersOf(body).some(isController);
}

interface Setting {
  readonly entry: ConfigObject;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

function settingOfParameters(entry: ConfigObject): Setting {
  return { entry, path: `data["${diffKey}"]`, name: diffKey, value: String(valueAt(entry.body, 'data', diffKey)) };
}

/** The argument of a container overrides its variable. A variable from argocd-cmd-params-cm has no value of its own. */
function settingsOfController(entry: ConfigObject): readonly Setting[] {
  return containersOf(entry.body)
    .filter(isController)
    .map((container) => {
      const argument = booleanFlag(container, flag);
      const name = argument === undefined ? variable : flag;
      const path = `spec.template.spec.containers: ${name}`;
      return { entry, path, name, value: argument ?? environment(container, variable) };
    });
}

const option = 'ServerSideDiff=true';

/** Reports Applications of projects that request such a comparison. */
export function diffOptions(projects: Projects, configuration: Configuration): readonly Finding[] {
  const key = 'argocd.argoproj.io/compare-options';
  return [...configuration.applications, ...configuration.foreign].flatMap((application) => {
    const project = projectOf(application, configuration.projects);
    const options = textAt(application.metadata, 'annotations', key).split(',');
    if (!project || !projects.includes(project) || !options.some((one) => one.trim() === option)) return [];
    const path = metadataPath(application, `annotations["${key}"]`);
    return [
      error(application, { path, message: `${leak} members of ${project.name} ${leaks}`, fix: `remove ${option}` }),
    ];
  });
}
