/**
 * The limits for one input file, for a tenant's directory whose authors are not trusted, and for the problems of a run. Every
 * stage is linear in the size of its input, so no author can make a render slow for others. docs/security.md lists the limits.
 */
export const limits = {
  /** Bytes of a file. etcd rejects a resource of more than 1.5 MiB, but a file can contain several. */
  bytes: 4 * 1024 * 1024,
  /** Documents of a file, including each item of a List. */
  documents: 10_000,
  /** Values of a file, after the expansion of aliases. A file of average lines reaches the limit of bytes first. */
  values: 300_000,
  /** Tokens of a file that needs the full YAML parser, which takes a few microseconds and about 2 KiB for each. */
  tokens: 300_000,
  /** The depth of nested mappings and lists. The deepest schemas of custom resources need about 40. */
  depth: 100,
  /** Anchors and aliases of a file: the parser looks through all of them for each alias. */
  aliases: 1_000,
  /** Bytes of all input files in a tenant's directory. */
  bytesOfTenant: 8 * 1024 * 1024,
  /** Input files in a tenant's directory, including files and links that cannot be read. */
  filesOfTenant: 1_000,
  /** Files, links and folders in a tenant's directory, of any name. Entries of hidden folders do not count. */
  entriesOfTenant: 5_000,
  /** The depth of nested folders in a tenant's directory. A reader of Git starts two processes for each level. */
  folderDepthOfTenant: 32,
  /** Documents in a tenant's directory, including each item of a List. */
  documentsOfTenant: 10_000,
  /** Tokens in the files of a tenant's directory that need the full YAML parser. */
  tokensOfTenant: 600_000,
  /** Errors reported for a file, and also the limit for its warnings. Others are only counted. */
  problems: 100,
  /** Errors reported for all files of a tenant's directory, and also the limit for their warnings. */
  problemsOfTenant: 1_000,
  /** Errors reported for all files of a run, and also the limit for their warnings. */
  problemsOfRun: 10_000,
  /** Characters of a message, a path, a fix or a choice. */
  message: 1_000,
  /** Characters that the documents of a file can render together. */
  output: 128 * 1024 * 1024,
  /**
   * Bytes that the documents of a tenant's directory can render together. Argo CD reads at most 10 MB of rendered files for an
   * Application by default.
   */
  outputOfTenant: 4 * 1024 * 1024,
  /**
   * Objects that the documents of a tenant's directory can render together. etcd limits the state of an Application to about
   * 4,300 objects.
   */
  objectsOfTenant: 2_000,
} as const;

export type Limits = Readonly<Record<keyof typeof limits, number>>;

/** For exports of a cluster. An administrator writes them, and one file can contain everything. */
export const exportLimits: Limits = { ...limits, documents: Infinity, values: Infinity, tokens: Infinity };
