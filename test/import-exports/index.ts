import type fc from 'fast-check';
import { stringify } from 'yaml';
import type { SourceSystemName } from '../../import/index.ts';
import type { SourceFile } from '../../leasehold.ts';
import { capsule } from './capsule.ts';
import { mto } from './mto.ts';
import { accurate, hnc } from './trees.ts';
import type { Body } from './values.ts';

/** Generated exports of four systems, with many of the fields that users can set in their resources. */
export const generatedExports: Readonly<Partial<Record<SourceSystemName, fc.Arbitrary<readonly Body[]>>>> = {
  mto,
  capsule,
  hnc,
  accurate,
};

export function exportFile(objects: readonly Body[]): SourceFile {
  return { path: 'in.yaml', text: objects.map((object) => stringify(object)).join('---\n') };
}
