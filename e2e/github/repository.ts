import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real bare repository in which the server stores every object and ref, so that git itself validates them. */
export interface Repository {
  readonly folder: string;
  git(args: readonly string[], input?: string | Buffer): string;
  /** The hash of the object that a ref or another name of Git identifies; undefined if there is none. */
  find(name: string): string | undefined;
  has(object: string, type: string): boolean;
  isAncestor(old: string, young: string): boolean;
  /** Writes a commit with a signature like that of GitHub. Returns its name. */
  commit(commit: { readonly tree: string; readonly parents: readonly string[]; readonly message: string }): string;
  /** The tree that results from the tree of a commit and these changes. */
  treeWith(head: string, additions: readonly Addition[], deletions: readonly string[]): string;
  close(): void;
}

export interface Addition {
  readonly path: string;
  /** Base64. */
  readonly contents: string;
}

const signature = ['-----BEGIN PGP SIGNATURE-----', '', 'bm90IGEgc2lnbmF0dXJl', '-----END PGP SIGNATURE-----'];
const identity = 'github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com> 1700000000 +0000';

export function makeRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-github-'));
  const git = (args: readonly string[], input: string | Buffer = '') => run(folder, args, input);
  git(['init', '--quiet', '--bare', '--initial-branch=main', folder]);
  // As on GitHub: any commit can be fetched, by name and with any depth.
  git(['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  git(['config', 'uploadpack.allowFilter', 'true']);
  git(['config', 'http.receivepack', 'true']);
  const succeeds = (...args: string[]) => spawnSync('git', args, { cwd: folder }).status === 0;
  return {
    folder,
    git,
    find: (name) => (succeeds('rev-parse', '--verify', '-q', name) ? git(['rev-parse', name]).trim() : undefined),
    has: (object, type) => succeeds('cat-file', '-e', `${object}^{${type}}`),
    isAncestor: (old, young) => succeeds('merge-base', '--is-ancestor', old, young),
    commit: ({ tree, parents, message }) => {
      const heads = parents.map((parent) => `parent ${parent}\n`).join('');
      const signed = `gpgsig ${signature.join('\n ')}\n`;
      const text = `tree ${tree}\n${heads}author ${identity}\ncommitter ${identity}\n${signed}\n${message}\n`;
      return git(['hash-object', '-t', 'commit', '-w', '--stdin'], text).trim();
    },
    treeWith: (head, additions, deletions) => {
      const parts = additions.flatMap(({ path, contents }) => {
        const bytes = Buffer.from(contents, 'base64');
        return [
          Buffer.from(`M 100644 inline ${JSON.stringify(path)}\ndata ${bytes.length}\n`),
          bytes,
          Buffer.from('\n'),
        ];
      });
      const removed = deletions.map((path) => `D ${JSON.stringify(path)}\n`).join('');
      const head0 = `commit refs/heads/tmp\ncommitter a <a@b> 0 +0000\ndata 0\nfrom ${head}\n${removed}`;
      git(['fast-import', '--quiet', '--force'], Buffer.concat([Buffer.from(head0), ...parts]));
      const tree = git(['rev-parse', 'refs/heads/tmp^{tree}']).trim();
      git(['update-ref', '-d', 'refs/heads/tmp']);
      return tree;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(cwd: string, args: readonly string[], input: string | Buffer): string {
  const { status, stdout, stderr } = spawnSync('git', [...args], { cwd, input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout.toString();
}
