import { groupBy } from '../../data/group-by.ts';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import type { Configuration } from './configuration.ts';
import { compileGlob } from './glob.ts';
import { namesOf } from './names-of.ts';
import { projectOf } from './project-rules.ts';
import { allowSyncs, unreadableField } from './sync-window.ts';

interface Window {
  readonly body: unknown;
  readonly path: string;
  readonly appliesTo: (application: ApplicationObject) => boolean;
}

/** Reports sync windows that block all automated syncs of an Application [sources: argocd-25, argocd-41]. */
export function windowRules({ projects, applications }: Configuration): readonly Finding[] {
  const byProject = groupBy(applications, (one) => projectOf(one, projects));
  return [...byProject].flatMap(([project, members]) => {
    const bodies = listAt(project?.body, 'spec', 'syncWindows');
    const windows = bodies.map((body, index) => ({
      body,
      path: `spec.syncWindows[${index}]`,
      appliesTo: selectorOf(body),
    }));
    return project ? [...unreadable(project, windows, members), ...permanent(project, windows, members)] : [];
  });
}

type Applications = readonly ApplicationObject[];

function unreadable(project: ConfigObject, windows: readonly Window[], members: Applications): readonly Finding[] {
  return windows.flatMap(({ body, path, appliesTo }) => {
    const field = unreadableField(body);
    const blocked = members.filter(appliesTo);
    if (!field || blocked.length === 0) return [];
    const value = JSON.stringify(textAt(body, field));
    const message = `Argo CD cannot read the ${field} ${value}, so it never syncs ${namesOf(blocked)}`;
    const fix =
      field === 'schedule' ? 'write five fields, such as 0 22 * * *' : 'write hours and minutes, such as 1h30m';
    return [error(project, { path: `${path}.${field}`, message, fix })];
  });
}

/** Returns one finding for all Applications to which the same windows apply. */
function permanent(project: ConfigObject, windows: readonly Window[], members: Applications): readonly Finding[] {
  const pathsFor = (one: ApplicationObject) => windows.flatMap(({ path, appliesTo }) => (appliesTo(one) ? path : []));
  return [...groupBy(members, (one) => pathsFor(one).join()).values()].flatMap((blocked) => {
    const own = windows.filter(({ appliesTo }) => blocked[0] && appliesTo(blocked[0]));
    const bodies = own.map(({ body }) => body);
    if (own.length === 0 || bodies.some(unreadableField) || allowSyncs(bodies)) return [];
    const report = bodies.every((body) => valueAt(body, 'manualSync') === true) ? warning : error;
    const path = own.length === 1 && own[0] ? own[0].path : 'spec.syncWindows';
    const message = `sync windows block every automated sync of ${namesOf(blocked)}, so revoked access stays`;
    return [report(project, { path, message, fix: 'change the windows, or limit them to other Applications' })];
  });
}

/** One matching list is enough, unless the window combines its lists with `andOperator`. */
function selectorOf(window: unknown): Window['appliesTo'] {
  const lists = ['applications', 'clusters', 'namespaces'].map((field) =>
    textsAt(window, field).map((one) => compileGlob(one)),
  );
  const needsAll = valueAt(window, 'andOperator') === true;
  return ({ metadata, spec }) => {
    const of = (field: string) => textAt(spec, 'destination', field);
    const clusters = [of('name'), of('server')].filter((one) => one !== '');
    const values = [[textAt(metadata, 'name')], clusters, [of('namespace')]];
    const results = lists.flatMap((globs, index) =>
      globs.length === 0 ? [] : [globs.some((isMatch) => values[index]?.some(isMatch))],
    );
    return needsAll ? results.length > 0 && !results.includes(false) : results.includes(true);
  };
}
