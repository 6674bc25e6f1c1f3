import { scripts } from '../../../../build/scripts.ts';
import type { Tree } from '../../../../data/tree.ts';
import { restricted, scriptContainer, variable } from '../../../../kubernetes/script-container.ts';
import { pluginsFolder } from '../resolve/plugins.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';

/** The init container that downloads plugins. Empty if there are none [sources: kryton-10]. */
export function pluginInstaller(kryton: ResolvedKryton): readonly Tree[] {
  const { plugins, settings } = kryton;
  if (plugins.length === 0) return [];
  const prune = settings.pluginPrune ? `\n${scripts['kryton/kryton/scripts/plugins/prune']}` : '';
  const script = `${scripts['kryton/kryton/scripts/plugins/install']}${prune}`;
  const options = { image: settings.images.curl, shell: '/bin/sh', script, env: environment(kryton) };
  return [
    {
      ...scriptContainer('plugin-installer', options),
      // The image specifies its user by name, so the kubelet cannot verify that it is not root [sources: kubernetes-4].
      securityContext: { ...restricted.container, runAsNonRoot: true, runAsUser: 1000 },
      volumeMounts: [{ ...mount(kryton), mountPath: '/plugins' }],
    },
  ];
}

function environment({ plugins }: ResolvedKryton): readonly Tree[] {
  return [
    variable('DEST', '/plugins'),
    variable('PLUGIN_COUNT', String(plugins.length)),
    ...plugins.flatMap(({ name, sha256, url }, index) => [
      variable(`PLUGIN_${index}_NAME`, name),
      variable(`PLUGIN_${index}_SHA256`, sha256),
      variable(`PLUGIN_${index}_URL`, url),
    ]),
  ];
}

export function pluginsMount(kryton: ResolvedKryton): readonly Tree[] {
  return kryton.plugins.length === 0 ? [] : [{ ...mount(kryton), mountPath: kryton.settings.pluginsPath }];
}

/** A folder of the server's volume if the server has one, so that a restart downloads nothing. */
function mount({ values }: ResolvedKryton): Tree {
  return values.persistence.enabled ? { name: 'plugins', subPath: pluginsFolder(values) } : { name: 'plugins' };
}

export function pluginsVolume({ names, plugins, values }: ResolvedKryton): readonly Tree[] {
  if (plugins.length === 0) return [];
  if (!values.persistence.enabled) return [{ emptyDir: {}, name: 'plugins' }];
  return [{ name: 'plugins', persistentVolumeClaim: { claimName: names.volumeClaim } }];
}
