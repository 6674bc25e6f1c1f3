/** Options of git without compression and without maintenance after each commit, which short-lived repositories do not need. */
export const quickGit = ['-c', 'core.looseCompression=0', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false'] as const;
