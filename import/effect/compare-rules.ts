import { shortList } from '../../data/short-list.ts';
import type { Difference } from './difference.ts';
import { type EnforcedRules, isRejected } from './enforced.ts';
import type { RuleFact } from './fact.ts';
import type { Probe } from './probe.ts';
import { probesOf } from './probes.ts';

/**
 * Sends sample requests, with listed and other names, to the rule of the operator and to the rule of the render. Undefined if
 * both reject the same ones.
 */
export function ruleDifference(fact: RuleFact, enforced: EnforcedRules | undefined): Difference | undefined {
  const { id, probes } = probesOf(fact.rule, fact.examples ?? []) ?? {};
  const rule = id === undefined ? undefined : enforced?.rules.get(id);
  if (!enforced || !rule || !probes) return lost(fact);
  const answers = probes.map((probe) => ({
    text: probe.text,
    before: fact.rejects?.(requestIn(fact, probe)) === true,
    now: isRejected(requestIn(fact, probe), [rule], enforced.namespace),
  }));
  const before = answers.filter((one) => one.before);
  const [wider, narrower] = [before.filter((one) => !one.now), answers.filter((one) => !one.before && one.now)];
  if (before.length > 0 && wider.length === before.length) return lost(fact);
  const more = 'rejects more than the operator';
  if (wider.length === 0) {
    const text = `the rule on ${fact.rule} ${more}`;
    return narrower.length === 0 ? undefined : { kind: 'narrower', text, examples: listOf(narrower) };
  }
  const examples = `${listOf(wider)}${narrower.length === 0 ? '' : `; it ${more}: ${listOf(narrower)}`}`;
  return { kind: 'wider', text: `the rule on ${fact.rule} allows what the operator rejects`, examples };
}

function lost({ rule }: RuleFact): Difference {
  return { kind: 'lost', direction: 'wider', text: `nothing enforces the rule on ${rule}` };
}

function requestIn({ namespace }: RuleFact, { request }: Probe): Probe['request'] {
  const object = request.object && {
    ...request.object,
    metadata: { ...(request.object['metadata'] as object), namespace },
  };
  return { ...request, object };
}

function listOf(answers: readonly { readonly text: string }[]): string {
  return shortList([...new Set(answers.map(({ text }) => text))], 8);
}
