import { memo } from '../data/memo.ts';
import type { Branch, Node, Parsed, Pipe, Term } from './syntax/ast.ts';
import { modifying } from './values/marked.ts';

/** What some nodes or terms can change, whether or not they are executed. */
export interface Effects {
  /** The variables that they assign to. */
  readonly assigned: ReadonlySet<string>;
  /** Whether they can modify a dict. */
  readonly modifies: boolean;
  /** Whether they can call a template. */
  readonly calls: boolean;
}

/** Includes the variables of a `range`, which sets them only if it has entries. */
export const effectsOf: (branch: Branch) => Effects = memo(({ pipe, then, otherwise }) =>
  joined([ofPipe(pipe), ...[...then, ...otherwise].map(ofNode)]),
);

export const effectsOfTerms: (terms: readonly Term[]) => Effects = memo((terms) => joined(terms.map(ofTerm)));

/** Whether any of the defined templates can modify a dict. */
export const canModify: (defined: Parsed['defined']) => boolean = memo((defined) =>
  [...defined.values()].some((nodes) => joined(nodes.map(ofNode)).modifies),
);

const nothing: Effects = { assigned: new Set(), modifies: false, calls: false };

function joined(all: readonly Effects[]): Effects {
  return {
    assigned: new Set(all.flatMap(({ assigned }) => [...assigned])),
    modifies: all.some(({ modifies }) => modifies),
    calls: all.some(({ calls }) => calls),
  };
}

function ofNode(node: Node): Effects {
  if ('then' in node) return effectsOf(node);
  if (node.type === 'action') return ofPipe(node.pipe);
  if (node.type !== 'template') return nothing;
  return { ...(node.pipe ? ofPipe(node.pipe) : nothing), calls: true };
}

function ofPipe({ declares, variables, commands }: Pipe): Effects {
  const found = joined(commands.map(({ first, rest }) => effectsOfTerms([first, ...rest])));
  return declares ? found : { ...found, assigned: new Set([...found.assigned, ...variables]) };
}

function ofTerm(term: Term): Effects {
  if (term.type === 'pipe') return ofPipe(term.pipe);
  if (term.type === 'chain') return ofTerm(term.base);
  return { ...nothing, modifies: term.type === 'function' && modifying.has(term.name) };
}
