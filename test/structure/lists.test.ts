import { existsSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { foreignGroups } from '../../e2e/foreign-kinds.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import {
  composition,
  ignoredPaths,
  layers,
  pureFolders,
  pureParts,
  rootFolders,
  sourceFilesIn,
  supportFolders,
} from '../source-tree.ts';
import { firstFolders } from '../test-files.ts';

/** Lists of names become stale silently, so every listed name must exist. */
suite('in the lists of names,', (test) => {
  test('every root folder with code is in a list of folders, and each list names existing folders', () => {
    const withCode = rootFolders().filter((folder) => sourceFilesIn(folder).length > 0);
    const listed = [...layers, ...supportFolders].filter((name) => name !== composition);
    assert.equal([...listed].sort(), [...withCode].sort());
  });

  test('tsconfig.core.json includes exactly the pure folders', () => {
    const { include = [] } = read<{ readonly include?: readonly string[] }>('tsconfig.core.json');
    assert.equal([...include].sort(), [composition, ...pureFolders, ...pureParts].sort());
  });

  test('paths that the formatter, the compiler, Git and the package exclude or include exist', () => {
    const { files } = read<{ readonly files: { readonly includes: readonly string[] } }>('biome.json');
    const { exclude } = read<{ readonly exclude: readonly string[] }>('tsconfig.json');
    const { files: packed } = read<{ readonly files: readonly string[] }>('package.json');
    const names = [...files.includes.filter((name) => name !== '**'), ...exclude, ...attributed(), ...packed];
    const paths = names.map((name) => name.replace(/^!/, '').replace(/\/\*\*$/, ''));
    assert.equal(
      paths.filter((path) => !existsSync(path) && !ignoredPaths().includes(path)),
      [],
    );
  });

  test('the folders whose tests start first contain tests', () => {
    for (const folder of firstFolders) assert.ok(sourceFilesIn(`test/${folder}`).length > 0, folder);
  });

  test('a case renders an object of each group that e2e defines', () => {
    const groups = new Set(validCorpus().flatMap(({ rendering }) => rendering.objects.map(({ id }) => id.group)));
    assert.equal(
      foreignGroups.filter((group) => !groups.has(group)),
      [],
    );
  });
});

function attributed(): readonly string[] {
  const lines = readFileSync('.gitattributes', 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' ')[0] ?? '');
}

function read<T>(file: string): T {
  return parse(readFileSync(file, 'utf8')) as T;
}
