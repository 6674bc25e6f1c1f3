import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';

/** A bug for a file of the source: the text to replace, and its replacement. */
type Bug = readonly [file: string, from: string, to: string];

const bugs: Readonly<Record<string, Bug>> = {
  'documents in the order of the files': [
    'core/resolve/identify.ts',
    'return [...all].sort(byKeyThenOrigin);',
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
    'core/resolve/resolve.ts',
    "if (authority.sort === 'tenant') return [authority.tenant];",
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
    "return isShared || kind.tenant ? [place, { ...own, sort: 'name' }] : [place];",
    'return [];',
  ],
  'a rejected document that counts': [
    'core/resolve/authorize.ts',
    'if (found.length === 0) allowed.push(document);',
    'allowed.push(document);',
  ],
  'a name of another tenant in a namespace of the own': [
    'core/resolve/authorize.ts',
    'isShared || kind.tenant ?',
    'isShared ?',
  ],
  'a directory with the name of an object': [
    'core/resolve/taken-names.ts',
    'objectPrefixes.find((prefix) => tenant.startsWith(prefix)) ??',
    '',
  ],
  'an annotation that decides what is deleted': [
    'core/resolve/authorize.ts',
    '...annotationUses(body, annotations),',
    '',
  ],
  'a Template of the platform for another tenant': [
    'core/resolve/foreign-references.ts',
    'isAboutAnother(target.authority, tenant)',
    'false',
  ],
  'a misplaced document that counts': [
    'core/resolve/resolve.ts',
    'settings.delegates ? misplacedOf(first) : new Set<Identified>()',
    'new Set<Identified>()',
  ],
  'a refused duplicate to which others refer': [
    'core/resolve/authorize.ts',
    'all.filter((document) => refused.get(document)?.length === 0)',
    'all',
  ],
  'an inherited property': ['data/own.ts', 'Object.hasOwn(record, key) ? record[key] : undefined', 'record[key]'],
};

/** The number of seeds within which each bug is found. `npm run fuzz` tries more than ten times as many in a minute. */
const most = 50;

suite('the fuzzer finds bugs', (test) => {
  for (const [name, bug] of Object.entries(bugs))
    test(name, async () => {
      const { fuzz } = await withBug(bug);
      assert.ok(await isFound(fuzz), `not found within ${most} seeds`);
    });
});

type Fuzzer = Pick<typeof import('./fuzz.ts'), 'fuzz'>;

/** Bundles the fuzzer with the bug in its code. */
async function withBug([file, from, to]: Bug): Promise<Fuzzer> {
  const text = readFileSync(file, 'utf8');
  assert.ok(text.includes(from), `${file} has no ${from}`);
  const outfile = resolve(`build/planted-${process.pid}-${file.replace(/\W/g, '-')}-${from.length}.mjs`);
  const contents = text.replace(from, to);
  const filter = new RegExp(`${file.replace(/\W/g, '[^a-z]')}$`);
  await build({
    entryPoints: ['test/fuzz/fuzz.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outfile,
    plugins: [{ name: 'bug', setup: ({ onLoad }) => onLoad({ filter }, () => ({ contents, loader: 'ts' })) }],
  });
  const fuzzer = (await import(pathToFileURL(outfile).href)) as Fuzzer;
  rmSync(outfile);
  return fuzzer;
}

class Found extends Error {}

/** Stops at the first failure, without looking for a smaller input. */
async function isFound(fuzz: Fuzzer['fuzz']): Promise<boolean> {
  const stop = () => {
    throw new Found();
  };
  try {
    for (let seed = 1; seed <= most; seed++) await fuzz(seed, stop);
  } catch (error) {
    if (error instanceof Found) return true;
    throw error;
  }
  return false;
}
