import { listed } from '../../data/listed.ts';
import { mappingAt, valueAt } from '../../data/tree.ts';
import { serverFieldsIn } from '../../kubernetes/server-fields.ts';
import type { ParsedDocument } from '../parse/parse.ts';
import { atKey, type UnlocatedProblem } from '../problem/problem.ts';

interface WithoutStatus {
  readonly body: unknown;
  readonly problems: readonly UnlocatedProblem[];
}

/** Removes the status, with a warning. */
export function withoutStatus({ origin, body }: ParsedDocument): WithoutStatus {
  if (valueAt(body, 'status') === undefined) return { body, problems: [] };
  const { status: _, ...rest } = mappingAt(body);
  const message = 'status is set by the cluster; it is ignored in a file';
  return {
    body: rest,
    problems: [{ code: 'status-ignored', origin, place: atKey(['status']), message, fix: 'delete it' }],
  };
}

/** One warning for all server fields of a document: every `kubectl get -o yaml` prints several. */
export function serverFieldProblems({ origin, body }: ParsedDocument): readonly UnlocatedProblem[] {
  const [first, ...others] = serverFieldsIn(mappingAt(body, 'metadata'));
  if (first === undefined) return [];
  const all = listed([first, ...others].map((field) => `metadata.${field}`));
  const [verb, fix] = others.length > 0 ? ['are', 'delete them'] : ['is', 'delete it'];
  const message = `${all} ${verb} set by the cluster and ignored in a file`;
  return [{ code: 'server-field', origin, place: atKey(['metadata', first]), message, fix }];
}
