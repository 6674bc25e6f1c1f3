import * as assert from 'uvu/assert';
import { contracts, type KindId } from '../build/contracts.ts';
import { documents } from '../build/documents.ts';
import { validators } from '../build/validators.js';
import { placeholderProblems } from '../core/validate/placeholders.ts';
import { nameOf } from '../core/validate/schema-problem.ts';
import { childrenOf, type Path, type Tree, valueAt } from '../data/tree.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { suite } from './harness.ts';

function textsIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value === 'string') return [path];
  return childrenOf(value).flatMap(([step, child]) => textsIn(child, [...path, step]));
}

/** A copy with another value at the path, or without the field or item. */
function changed(body: unknown, path: Path, value?: string): unknown {
  const copy = structuredClone(body);
  const parent = valueAt(copy, ...path.slice(0, -1)) as Record<Path[number], unknown>;
  const step = path.at(-1) as Path[number];
  if (value !== undefined) parent[step] = value;
  else if (Array.isArray(parent)) parent.splice(Number(step), 1);
  else delete parent[step];
  return copy;
}

function exampleOf(kind: KindId): Tree {
  const reading = readYaml(documents[kind].example);
  return reading.ok ? (reading.bodies[0] as Tree) : {};
}

/** The outermost value with the name that the fix advises to delete. */
function removableOf(fix: string, path: Path): Path | undefined {
  const advised = /, or delete the (?:field|item) (.*) if you do not need it$/.exec(fix)?.[1];
  return path.map((_, index) => path.slice(0, index + 1)).find((one) => nameOf(one) === advised);
}

suite('the fix for a placeholder', (test) => {
  test('advises to delete only what the schema does not require', () => {
    const counts = { optional: 0, required: 0 };
    for (const { id } of Object.values(contracts)) {
      const body = exampleOf(id);
      assert.ok(validators[id](body), id);
      for (const path of textsIn(body['spec'], ['spec'])) {
        const [problem] = placeholderProblems(id, changed(body, path, '<replace it>'));
        const removable = removableOf(problem?.fix ?? '', path);
        assert.is(problem?.fix?.includes('delete'), removable !== undefined, `${id} ${path.join('.')}`);
        if (removable) assert.ok(validators[id](changed(body, removable)), `${id} ${removable.join('.')}`);
        counts[removable ? 'optional' : 'required'] += 1;
      }
    }
    assert.ok(counts.optional > 100 && counts.required > 50, JSON.stringify(counts));
  });
});
