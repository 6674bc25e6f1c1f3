import type { SourceFile } from '../../core/source/source.ts';
import type { Diagnosis } from '../finding.ts';
import { applicationRules } from './application-rules.ts';
import { applicationSetRules } from './applicationset-rules.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { hibernationRules } from './hibernation-rules.ts';
import { pluginRules } from './plugin-rules.ts';
import { projectRules } from './project-rules.ts';
import { repoServerRules } from './repo-server-rules.ts';

/** Finds problems in the configuration of an Argo CD. Pure. */
export function diagnose(files: readonly SourceFile[]): Diagnosis {
  const configuration = readConfiguration(files);
  const rules = [pluginRules, repoServerRules, applicationRules, applicationSetRules, projectRules, hibernationRules];
  return { findings: rules.flatMap((rule) => rule(configuration)), examined: examined(configuration), unexamined: [] };
}

function examined(configuration: Configuration): readonly string[] {
  const { settings, params, repoServer, projects, applicationSets, applications, plugins } = configuration;
  const single = [settings, params, repoServer].flatMap((entry) => (entry ? [entry.name] : []));
  const several = [...plugins, ...projects, ...applicationSets, ...applications].map(({ name }) => name);
  return [...new Set([...single, ...several])];
}
