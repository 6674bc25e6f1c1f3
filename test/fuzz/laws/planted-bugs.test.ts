import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import * as assert from 'uvu/assert';
import { suite } from '../../harness.ts';
import { tried } from '../../runs.ts';
import * as original from '../parts.ts';

/** A bug for a file of the source: the text to replace, and its replacement. */
type Bug = readonly [file: string, from: string, to: string];

const bugs: Readonly<Record<string, Bug>> = {
  'documents in the order of the files': [
    'core/resolve/identify.ts',
    'return all.sort(byKeyThenOrigin);',
    'return all;',
  ],
  'a field that is expected to be there': [
    'kinds/kryton/kryton/delegation.ts',
    '(body.spec.values?.ingress?.hosts ?? [])',
    'body.spec.values.ingress.hosts',
  ],
  'a plugin that prints before it fails': [
    'plugin/run.ts',
    'const result = generate(invocation, ports);',
    "const result = generate(invocation, ports); if (!result.ok) await ports.stdout('{}');",
  ],
  'a file that cannot be parsed and fails every tenant': [
    'core/resolve/problem-tenants.ts',
    'if (tenant !== undefined) return [tenant];',
    '',
  ],
  'an inherited property': ['data/own.ts', 'Object.hasOwn(record, key) ? record[key] : undefined', 'record[key]'],
};

/** Bugs that let the files of a tenant affect others. Few inputs of the fuzzer find them. The first bug is found early. */
const isolationBugs: Readonly<Record<string, Bug>> = {
  'a directory with the name of an object': [
    'core/resolve/taken-names.ts',
    'objectPrefixes.find((prefix) => tenant.startsWith(prefix)) ??',
    '',
  ],
  "a namespace that starts with the tenant's own name": [
    'core/settings/allow.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
    '`${tenant}-`',
    'tenant',
  ],
  'a namespace of another tenant': [
    'core/resolve/authorize.ts',
    "return isShared || kind.tenant ? [...places, { ...own, sort: 'name' }] : places;",
    'return [];',
  ],
  'a rejected document that still affects the render': [
    'core/resolve/authorize.ts',
    'if (found.length === 0) allowed.push(document);',
    'allowed.push(document);',
  ],
  'an annotation that decides what is deleted': ['core/resolve/authorize.ts', '...annotationUses(body, kind),', ''],
  'a Template of the platform for another tenant': [
    'core/resolve/foreign-references.ts',
    'isAboutAnother(target.authority, tenant)',
    'false',
  ],
  'a misplaced document that still affects the render': [
    'core/resolve/resolve.ts',
    'settings.delegates ? misplacedOf(first) : new Set<Identified>()',
    'new Set<Identified>()',
  ],
  'a rejected duplicate to which others refer': [
    'core/resolve/authorize.ts',
    'all.filter((document) => !denied.has(document))',
    'all',
  ],
};

/** The number of seeds within which each bug is found. `npm run fuzz` tries more than ten times as many in a minute. */
const [maxSeeds, maxDirectories] = [200, 600];

suite('law: the fuzzer finds planted bugs', (test) => {
  test('the source contains the text that each bug replaces', () => {
    for (const [file, from] of [...Object.values(bugs), ...Object.values(isolationBugs)])
      assert.ok(readFileSync(file, 'utf8').includes(from), `${file} has no ${from}`);
  });

  for (const [name, bug] of tried(Object.entries(bugs), 5))
    test(name, async () => {
      const planted = await withBug(bug);
      assert.ok(await isFound(maxSeeds, async (seed) => (await planted.judge(planted.inputOf(seed))) !== undefined));
    });

  for (const [name, bug] of tried(Object.entries(isolationBugs), 9))
    test(name, async () => {
      const planted = await withBug(bug);
      const isStray = (from: typeof original, seed: number) => from.isolationFails([], 2 * seed + 1) !== undefined;
      assert.ok(await isFound(maxDirectories, async (seed) => isStray(planted, seed) && !isStray(original, seed)));
    });
});

async function isFound(seeds: number, find: (seed: number) => Promise<boolean>): Promise<boolean> {
  for (let seed = 1; seed <= seeds; seed++) if (await find(seed)) return true;
  return false;
}

const corpusFile = resolve('test/corpus.ts');

/** Bundles the fuzzer with the bug in its code. */
async function withBug([file, from, to]: Bug): Promise<typeof original> {
  const text = readFileSync(file, 'utf8');
  const outfile = resolve(`build/planted-${process.pid}-${file.replace(/\W/g, '-')}-${from.length}.mjs`);
  const contents = text.replace(from, to);
  const filter = new RegExp(`${file.replace(/\W/g, '[^a-z]')}$`);
  await build({
    entryPoints: ['test/fuzz/parts.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outfile,
    plugins: [
      {
        name: 'bug',
        setup: ({ onLoad, onResolve }) => {
          onLoad({ filter }, () => ({ contents, loader: 'ts' }));
          // The bug matters for changed repositories. Those of the corpus are rendered once, without it.
          onResolve({ filter: /\/corpus\.ts$/ }, () => ({ path: pathToFileURL(corpusFile).href, external: true }));
        },
      },
    ],
  });
  const fuzzer = (await import(pathToFileURL(outfile).href)) as typeof original;
  rmSync(outfile);
  return fuzzer;
}
