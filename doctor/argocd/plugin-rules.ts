import { listAt, mappingAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { Configuration } from './configuration.ts';

/** The fields that Argo CD reads [sources: argocd-1]. It silently ignores all others. */
const known = ['version', 'init', 'generate', 'discover', 'parameters', 'preserveFileMode', 'provideGitCreds'];

/** Rules for plugin.yaml. Argo CD itself validates only parts of the file. */
export function pluginRules({ plugins }: Configuration): readonly Finding[] {
  return plugins.flatMap((plugin) => {
    const spec = valueAt(plugin.body, 'spec');
    const ignored = Object.keys(mappingAt(spec)).filter((field) => !known.includes(field));
    return [
      ...ignored.map((field) =>
        warning(plugin, {
          path: `spec.${field}`,
          message: `Argo CD ignores the field ${field}`,
          fix: `remove the field, or correct its name: Argo CD reads ${known.join(', ')}`,
        }),
      ),
      ...(valueAt(spec, 'discover') === undefined ? [] : [discovery(plugin)]),
      ...(valueAt(spec, 'version') === undefined ? [unversioned(plugin)] : []),
      ...(isShell(valueAt(spec, 'generate')) ? [shell(plugin)] : []),
    ];
  });
}

type PluginObject = Configuration['plugins'][number];

/** With discovery, Argo CD copies the repositories of other Applications to the plugin [sources: argocd-8]. */
function discovery(plugin: PluginObject): Finding {
  return error(plugin, {
    path: 'spec.discover',
    message:
      'with discovery, Argo CD sends the repository of every Application that sets no type, such as helm or plugin, to the plugin',
    fix: 'remove spec.discover and name the plugin in the Applications',
  });
}

/** Without a version, an upgrade leaves the cache key unchanged [sources: argocd-9]. */
function unversioned(plugin: PluginObject): Finding {
  return warning(plugin, {
    path: 'spec.version',
    message:
      'after an upgrade, Argo CD uses manifests of the old version for up to a day, because the cache key does not change',
    fix: 'set spec.version, and name the plugin <name>-<version> in the Applications',
  });
}

function isShell(command: unknown): boolean {
  const words = [...listAt(command, 'command'), ...listAt(command, 'args')].map(String);
  return /(?:^|\/)(?:ba|da)?sh$/.test(words[0] ?? '') && words.includes('-c');
}

function shell(plugin: PluginObject): Finding {
  return warning(plugin, {
    path: 'spec.generate',
    message: 'a shell evaluates parameters and directory names, which a repository can set',
    fix: 'run the program without a shell, as in command: [node, /plugin/leasehold-cmp.cjs, generate]',
  });
}
