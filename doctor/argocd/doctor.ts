import type { SourceFile } from '../../core/source/source.ts';
import { groupBy } from '../../data/group-by.ts';
import type { Diagnosis, Finding } from '../finding.ts';
import { applicationSetRules } from './applicationset-rules.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { correctionRules } from './correction-rules.ts';
import { credentialRules } from './credential-rules.ts';
import { directoryRules } from './directory-rules.ts';
import { hibernationRules } from './hibernation-rules.ts';
import { accountRules, impersonationRules } from './impersonation-rules.ts';
import { exclusionRules, ignoredInApplication, ignoredSettings, permissionRules } from './isolation-rules.ts';
import { memberRules } from './member-rules.ts';
import { orphanRules } from './orphan-rules.ts';
import { overlapRules } from './overlap-rules.ts';
import { platformProjectRules } from './platform-project-rules.ts';
import { pluginRules } from './plugin-rules.ts';
import { projectRules } from './project-rules.ts';
import { renderedRules, severalSources } from './rendered-rules.ts';
import { hasSidecar, parameterRules, repoServerRules, trackingRules } from './repo-server-rules.ts';
import { revisionRules } from './revision-rules.ts';
import { served } from './served.ts';
import { serverAccountRules } from './server-account-rules.ts';
import { sourceRules } from './source-rules.ts';
import { syncRules } from './sync-rules.ts';
import { unexaminedIn } from './unexamined.ts';
import { windowRules } from './window-rules.ts';

/**
 * Finds problems in the configuration of Argo CD instances. `rendered` lists the names of Applications that apply rendered directories.
 * Pure.
 */
export function diagnose(files: readonly SourceFile[], rendered: readonly string[] = []): Diagnosis {
  const configuration = readConfiguration(files, rendered);
  const rules = [
    pluginRules,
    repoServerRules,
    applicationRules,
    revisionRules,
    applicationSetRules,
    directoryRules,
    projectRules,
    windowRules,
    impersonationRules,
    accountRules,
    memberRules,
    serverAccountRules,
    credentialRules,
    platformProjectRules,
    hibernationRules,
    settingsRules,
    orphanRules,
  ];
  return {
    findings: rules.flatMap((rule): readonly Finding[] => rule(configuration)),
    examined: examined(configuration),
    unexamined: unexaminedIn(configuration),
  };
}

function applicationRules(configuration: Configuration): readonly Finding[] {
  const { applications } = configuration;
  return [
    ...applications.flatMap((application) => [
      ...syncRules(application),
      ...correctionRules(application),
      ...sourceRules(application, configuration),
      ...renderedRules(application),
      ...severalSources(application),
      ...ignoredInApplication(application),
    ]),
    ...overlapRules(applications),
  ];
}

/** Checks only the settings of Argo CD instances that use leasehold. */
function settingsRules(configuration: Configuration): readonly Finding[] {
  const { settings, params, applications, plugins, repoServers } = configuration;
  const hasPlugin =
    plugins.length > 0 || repoServers.some(hasSidecar) || applications.some(({ usage }) => usage === 'plugin');
  return [
    ...served(settings, configuration).flatMap((entry) => [
      ...trackingRules(entry),
      ...exclusionRules(entry),
      ...permissionRules(entry),
      ...ignoredSettings(entry),
    ]),
    ...(hasPlugin ? served(params, configuration).flatMap(parameterRules) : []),
  ];
}

/** The names of the examined objects. If several objects have the same name, each name includes the object's file and line. */
function examined(configuration: Configuration): readonly string[] {
  const { settings, params, permissions, credentials, repoServers, projects, applications, plugins } = configuration;
  const installed = [settings, params, permissions, credentials, repoServers].flatMap((all) =>
    served(all, configuration),
  );
  const entries = [...installed, ...plugins, ...projects, ...applications];
  return [...groupBy(entries, ({ name }) => name)].flatMap(([name, same]) =>
    same.length === 1 ? [name] : same.map(({ file, lineOf }) => `${name} (${file}:${lineOf?.('') ?? 1})`),
  );
}
