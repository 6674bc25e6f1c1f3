import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type Path, valueAt } from '../../data/tree.ts';
import { accurate } from '../../import/accurate/index.ts';
import { capsule } from '../../import/capsule/index.ts';
import type { SourceSystem } from '../../import/effect/source-system.ts';
import { hnc } from '../../import/hnc/index.ts';
import { importFrom, type SourceSystemName } from '../../import/index.ts';
import { mto } from '../../import/mto/index.ts';
import { readExportedObjects } from '../../import/resources/exported-object.ts';
import { suite } from '../harness.ts';
import {
  fieldsOf,
  otherValue,
  parseField,
  resourceWith,
  type StatedField,
  setAt,
  someFields,
  surroundings,
} from '../import-exports/fields.ts';
import { exportFile } from '../import-exports/index.ts';
import type { Body } from '../import-exports/values.ts';
import { runs, tried } from '../runs.ts';

const systems: Readonly<Partial<Record<SourceSystemName, SourceSystem>>> = { accurate, capsule, hnc, mto };

suite('law: every field of a definition is exact only if the model covers it', (test) => {
  for (const [name, system] of Object.entries(systems) as readonly [SourceSystemName, SourceSystem][])
    for (const [kind, fields] of Object.entries(fieldsOf[name] ?? {})) {
      test(`${name}: ${kind}, each field alone`, () => {
        const stated = fields.map(parseField);
        for (const field of tried(stated, 48)) assertModeled({ name, system, kind }, [field]);
        for (const path of tried(parentsOf(stated), 48)) assertReported({ name, system, kind }, path, stated);
      });

      test(`${name}: ${kind}, several fields together`, () => {
        fc.assert(
          fc.property(someFields(fields), (stated) => assertModeled({ name, system, kind }, stated)),
          { numRuns: runs(2) },
        );
      });
    }
});

interface DefinedKind {
  readonly name: SourceSystemName;
  readonly system: SourceSystem;
  readonly kind: string;
}

function exportWith({ name, kind }: DefinedKind, resource: Body): readonly Body[] {
  return [resource, ...(surroundings[name] ?? []).filter((one) => one['kind'] !== kind.split(' ')[0])];
}

/** A field is exact only if a change of its value changes an effect in the model. */
function assertModeled(one: DefinedKind, stated: readonly StatedField[]): void {
  const body = resourceWith(one.kind, stated);
  const verdict = verdictsOf(one.name, exportWith(one, body));
  if (!verdict) return;
  const before = effectsOf(one.system, exportWith(one, body));
  for (const { path, type } of stated) {
    const other = otherValue(valueAt(body, ...path), type);
    if (other === undefined || verdict(path) !== 'exact' || isImplied(path)) continue;
    const after = effectsOf(one.system, exportWith(one, changed(body, path, other)));
    assert.is.not(after, before, `${one.kind} ${path.join('.')} is exact, but its value changes nothing`);
  }
}

/** The API group of a subject follows from its kind, and only service accounts have a namespace. */
function isImplied(path: Path): boolean {
  return path.includes('subjects') && ['apiGroup', 'namespace'].includes(String(path.at(-1)));
}

/** A field that the definition does not have is never exact, even next to fields that have an effect. */
function assertReported(one: DefinedKind, parent: Path, stated: readonly StatedField[]): void {
  const path = [...parent, 'notInTheSchema'];
  const siblings = stated.filter((field) => parent.every((step, at) => field.path[at] === step));
  const body = changed(resourceWith(one.kind, siblings), path, 'x');
  assert.is.not(verdictsOf(one.name, exportWith(one, body))?.(path), 'exact', `${one.kind} ${path.join('.')}`);
}

/**
 * The fields with other fields below them, except lists, mappings of free keys, and subjects. Kubernetes defines the type of
 * subjects.
 */
function parentsOf(stated: readonly StatedField[]): readonly Path[] {
  const all = stated.flatMap(({ path }) => path.slice(1).map((_, index) => path.slice(0, index + 1)));
  const isOpen = (path: Path) => stated.some((one) => one.path.length === path.length + 1 && one.path.at(-1) === 'a');
  const unique = new Map(all.map((path) => [path.join('.'), path]));
  const isList = (path: Path) =>
    stated.some((one) => one.path[path.length] === 0 && path.every((step, at) => one.path[at] === step));
  return [...unique.values()].filter((path) => !isOpen(path) && !isList(path) && !path.includes('subjects'));
}

function changed(body: Body, path: Path, value: unknown): Body {
  const copy = structuredClone(body) as Record<string, unknown>;
  setAt(copy, path, value);
  return copy;
}

/** The fidelity of each field of the first object. Undefined if the export is invalid. */
function verdictsOf(name: SourceSystemName, objects: readonly Body[]) {
  const imported = importFrom(name, [exportFile(objects)]);
  if (!imported.ok) return undefined;
  const lines = imported.report.objects[0]?.lines ?? [];
  return (path: Path) =>
    lines
      .filter((line) => line.path.every((step, at) => path[at] === step))
      .toSorted((a, b) => b.path.length - a.path.length)[0]?.entry.fidelity;
}

/** The effects that the model computes, without statements in files. */
function effectsOf(system: SourceSystem, objects: readonly Body[]): string {
  const { facts } = system.model(readExportedObjects([exportFile(objects)]).objects);
  return JSON.stringify(facts.filter(({ aspect }) => aspect !== 'statement').map(({ from: _, ...fact }) => fact));
}
