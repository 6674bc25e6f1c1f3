import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { contracts } from '../../build/contracts.ts';
import { applierRoles, installableSystems } from '../../cli/install/install.ts';
import { codes, type ProblemCode } from '../../core/problem/codes.ts';
import { kinds } from '../../kinds/index.ts';
import { render } from '../../leasehold.ts';
import { shapeEmitsOf, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { kindCases } from '../kind-cases.ts';

const all = Object.values(contracts);

/** Codes that cases of kinds cannot cover, because they need files, a scope or two versions, and the test of each. */
const foundElsewhere: Readonly<Partial<Record<ProblemCode, string>>> = {
  'unreadable-file': 'test/cli/hostile-files.test.ts',
  'ignored-file': 'test/io/readers.test.ts',
  'colliding-paths': 'test/io/readers.test.ts',
  'wrong-directory': 'test/laws/directories.test.ts',
  'partial-read': 'test/laws/directories.test.ts',
  'unknown-tenant': 'test/laws/scope.test.ts',
  'unsafe-change': 'test/cli/unsafe-change.test.ts',
  'list-too-long': 'test/admission/limits.test.ts',
  'more-errors': 'test/limits.test.ts',
  'more-warnings': 'test/limits.test.ts',
  'too-large': 'test/limits.test.ts',
  'internal-error': 'test/limits.test.ts',
  'expired-mode': 'test/cli/check.test.ts',
};

suite('in the registry and its folders,', (test) => {
  test('each kind folder is in the registry once, and each entry has its folder', () => {
    assert.equal(kinds.map(({ id }) => id).sort(), all.map(({ id }) => id).sort());
  });

  for (const { id, folder } of all) {
    test(`${folder} has its schema, example, README, index and cases`, () => {
      for (const part of ['schema.json', 'example.yaml', 'README.md', 'index.ts']) {
        assert.ok(existsSync(`${folder}/${part}`), `${folder}/${part} is missing`);
      }
      const cases = kindCases(id).map((one) => one.folder);
      assert.ok(
        cases.some((one) => existsSync(`${one}/out.yaml`)),
        'no case renders',
      );
      assert.ok(
        cases.some((one) => existsSync(`${one}/problems.txt`)),
        'no case has problems',
      );
    });

    test(`${folder} has an example that its own schema accepts`, () => {
      const text = readFileSync(`${folder}/example.yaml`, 'utf8');
      const { problems } = render([{ path: 'example.yaml', text }]);
      const alone = problems.filter(({ severity, code }) => severity === 'error' && code !== 'unresolved-reference');
      assert.equal(alone, []);
    });
  }

  test('each shape and each partial is used', () => {
    const shapes = readdirSync('templates')
      .filter((name) => name.endsWith('.hbs'))
      .map((name) => name.replace('.yaml.hbs', ''));
    const installed = installableSystems.flatMap((system) => applierRoles(system, 'argocd'));
    const emits = [...installed, ...validCorpus().flatMap(({ files }) => shapeEmitsOf(files))];
    const used = new Set(emits.map(({ shape }) => String(shape)));
    assert.equal(
      shapes.filter((name) => !used.has(name)),
      [],
      'shapes that no case prints',
    );
    const text = shapes.map((name) => readFileSync(`templates/${name}.yaml.hbs`, 'utf8')).join('');
    for (const partial of readdirSync('templates/partials'))
      assert.ok(text.includes(`{{> ${partial.replace('.hbs', '')}}}`), partial);
  });

  test('each problem code has a case or a test', () => {
    const found = kindCases()
      .map(({ folder }) => problemsOf(folder))
      .join('\n');
    const missing = Object.keys(codes).filter((code) => !found.includes(` ${code}`));
    assert.equal(missing, Object.keys(foundElsewhere));
    for (const [code, file] of Object.entries(foundElsewhere))
      assert.ok(readFileSync(file, 'utf8').includes(code), `${file} does not find ${code}`);
  });
});

function problemsOf(folder: string): string {
  const file = `${folder}/problems.txt`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
