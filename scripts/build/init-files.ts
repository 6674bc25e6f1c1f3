import { readdirSync, readFileSync, statSync } from 'node:fs';

const folder = 'cli/init/files';

/** Files of `leasehold init` that are copies of other files: the path in the new repository, and the original. */
const shared: readonly (readonly [path: string, file: string])[] = [
  ['.github/workflows/render-tenants.yml', 'docs/workflows/render-tenants.yml'],
  ['.github/workflows/review-tenants.yml', 'docs/workflows/review-tenants.yml'],
  ['argocd/project.yaml', 'plugin/install/access/project.yaml'],
];

const exampleRepository = 'https://git.example.com/platform/tenants.git';

/** build/init-files.ts: the text of each file of a new repository. */
export function initFilesModule(): string {
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(`${folder}/${path}`).isFile())
    .map((path) => [path.replaceAll('\\', '/'), `${folder}/${path}`] as const);
  const entries = [...own, ...shared]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => {
      const text = readFileSync(file, 'utf8').replaceAll(exampleRepository, '{repository}');
      return `  ${JSON.stringify(path)}: ${JSON.stringify(text)},`;
    });
  return `export const initFiles = {\n${entries.join('\n')}\n} as const;\n`;
}
