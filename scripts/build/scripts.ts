import { readdirSync, readFileSync } from 'node:fs';

/**
 * Generates build/scripts.ts: the shell scripts of the kinds, by their path below `kinds` without the extension, such as
 * `kryton/kryton/scripts/backup/dump`.
 */
export function scriptsModule(): string {
  const files = readdirSync('kinds', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sh'));
  const entries = files.sort().map((file) => {
    const text = readFileSync(`kinds/${file}`, 'utf8');
    return `  ${JSON.stringify(file.replaceAll('\\', '/').replace(/\.sh$/, ''))}: ${JSON.stringify(text)},`;
  });
  return `export const scripts = {\n${entries.join('\n')}\n} as const;\n`;
}
