import type { Tree } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';
import type { SecretFile } from '../dex-server/config-value.ts';
import type { Traffic } from './network.ts';
import type { Identity } from './site.ts';

/** The volume of a component. */
export interface Storage {
  readonly size: string | number;
  /** Empty for the default of the cluster. */
  readonly storageClass: string;
  readonly mountPath: string;
}

/** The scheduling options that a chart has for the pods of a component. */
export interface Scheduling {
  readonly affinity?: Tree;
  readonly nodeSelector?: Labels;
  readonly podAnnotations?: Labels;
  readonly tolerations?: readonly Tree[];
}

/** A program, and the objects that it needs. */
export interface Workload extends Identity {
  readonly wave: number;
  readonly image: string;
  /** The user of the image. */
  readonly user: number;
  readonly args: readonly string[];
  readonly env: readonly Tree[];
  readonly port: number;
  /** One by default. Has no effect without `storage`. */
  readonly replicas?: number;
  /** Additional ports, which any client can connect to. */
  readonly morePorts?: readonly number[];
  readonly probes: Tree;
  readonly resources: Tree;
  readonly scheduling: Scheduling;
  /** Directories that the program can write to. They are empty at startup. */
  readonly scratch: readonly string[];
  /** Files in a ConfigMap, and where they are. */
  readonly files?: { readonly data: Labels; readonly mountPath: string };
  /** A ConfigMap of another resource, and where its files are. */
  readonly foreignFiles?: { readonly name: string; readonly mountPath: string };
  /** Keys of Secrets, each in the file `<mountPath>/<Secret>/<key>`. */
  readonly secretFiles?: { readonly files: readonly SecretFile[]; readonly mountPath: string };
  /** Undefined if no data outlives the pod. */
  readonly storage?: Storage | undefined;
  /** Containers that run before the program. */
  readonly before?: readonly Tree[];
  /** What the program can do in the Kubernetes API in all namespaces. */
  readonly rules: readonly Tree[];
  /** What the program can do in the Kubernetes API in its own namespace. */
  readonly localRules?: readonly Tree[];
  /** Whether the pod has a token for the Kubernetes API. By default, only if `rules` is not empty. */
  readonly hasToken?: boolean;
  readonly traffic: Traffic;
  readonly writesItsFiles?: boolean;
  /** Whether two pods must never run at the same time, even during an update. */
  readonly runsAlone?: boolean;
  /** Variables for the file with the authorities that the Platform trusts. */
  readonly trusts?: readonly string[];
}
