import { isMapping, listAt, mappingAt, textAt, valueAt } from '../../data/tree.ts';
import { type Actor, bypassActor } from './actors.ts';
import { type Answers, branchPaths, type Known, rulesetPath } from './answers.ts';

/** The protection of a branch. GitHub has two systems, and either can contain a requirement. */
export interface Branch {
  readonly name: string;
  /** The classic protection. Undefined if there is none. */
  readonly classic: Known<unknown>;
  /** The active rules of all rulesets. */
  readonly rules: Known<readonly unknown[]>;
  /** Contexts of status checks that the classic protection requires. Readable without administrator permissions. */
  readonly classicContexts: readonly string[];
  /** The actors that can bypass each ruleset with an active rule. */
  readonly bypasses: readonly { readonly ruleset: string; readonly actors: Known<readonly Actor[]> }[];
}

export function readBranch(name: string, answers: Answers): Branch {
  const paths = branchPaths(name);
  const [summary, rules] = [answers.at(paths.summary), answers.at(paths.rules)];
  const list = rules.ok && Array.isArray(rules.body) ? rules.body : undefined;
  const known: Known<readonly unknown[]> = list
    ? { ok: true, value: list }
    : { ok: false, why: rules.ok ? 'the response is not a list' : rules.why };
  const checks = summary.ok ? valueAt(summary.body, 'protection', 'required_status_checks') : undefined;
  return {
    name,
    classic: classicProtection(name, answers),
    rules: known,
    classicContexts: textAt(checks, 'enforcement_level') === 'off' ? [] : listAt(checks, 'contexts').map(String),
    bypasses: bypassesOf(list ?? [], answers),
  };
}

/**
 * The classic protection of a branch. GitHub responds with 404 both for an unprotected branch and for a token without
 * access. Only its message, or the summary of the branch, distinguishes them.
 */
function classicProtection(name: string, answers: Answers): Known<unknown> {
  const paths = branchPaths(name);
  const [summary, protection] = [answers.at(paths.summary), answers.at(paths.protection)];
  if (protection.ok) {
    if (isMapping(protection.body)) return { ok: true, value: protection.body };
    return { ok: false, why: 'the response is not an object' };
  }
  const isAbsent = protection.status === 404 && /branch not protected/i.test(protection.why);
  if (isAbsent || (summary.ok && valueAt(summary.body, 'protected') === false)) return { ok: true, value: undefined };
  return { ok: false, why: protection.why };
}

function bypassesOf(rules: readonly unknown[], answers: Answers): Branch['bypasses'] {
  const paths = [...new Set(rules.map(rulesetPath))].filter((path) => path !== 'rulesets/');
  return paths.map((path) => {
    const answer = answers.at(path);
    if (!answer.ok) return { ruleset: path, actors: { ok: false, why: answer.why } };
    const actors = valueAt(answer.body, 'bypass_actors');
    const ruleset = textAt(answer.body, 'name') || path;
    if (!Array.isArray(actors))
      return { ruleset, actors: { ok: false, why: 'the token cannot read who can bypass the ruleset' } };
    return { ruleset, actors: { ok: true, value: actors.map(bypassActor) } };
  });
}

/** The parameters of all active rules of a type. An empty mapping for a rule without parameters. */
export function rulesOf(rules: readonly unknown[], type: string): readonly unknown[] {
  return rules.filter((rule) => textAt(rule, 'type') === type).map((rule) => mappingAt(rule, 'parameters'));
}
