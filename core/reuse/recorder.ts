import { isPlainObject } from '../../data/is-plain-object.ts';
import { memo } from '../../data/memo.ts';
import type { World } from '../kind/world.ts';
import type { Question } from './questions.ts';

interface Recorder {
  /** Returns the answers of the world, and records the questions. */
  readonly world: World;
  /** Runs a function, and returns its result with the questions that it asked. */
  readonly during: <T>(run: () => T) => readonly [result: T, asked: readonly Question[]];
}

/** Records questions in a tree, so that equal questions are the same object. */
interface Recording {
  readonly record: (node: Node) => void;
  readonly during: Recorder['during'];
  readonly views: Map<Node, unknown>;
}

interface Node {
  readonly question: Question;
  /** More specific questions, by property, key or argument. */
  steps: Map<unknown, Node> | undefined;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/**
 * Records what the code of a kind reads from a world, except for the settings. For a derived Map, Set or function, it records
 * only the keys and arguments, so that a change of other entries does not matter.
 */
export const recorderOf = memo((world: World): Recorder => {
  const stack: Set<Question>[] = [];
  const record = ({ question }: Node) => void stack.at(-1)?.add(question);
  const during: Recorder['during'] = (run) => {
    const asked = new Set<Question>();
    stack.push(asked);
    try {
      return [run(), [...asked]];
    } finally {
      stack.pop();
    }
  };
  const recording = { record, during, views: new Map() };
  return { world: recordingWorld(world, recording), during };
});

const methods = [
  ...(['all', 'target', 'targets', 'referrers', 'hasInvalidReferrer', 'isComplete'] as const),
  ...(['allowsPlacement', 'isPlatformNamespace', 'isDelegated', 'namespaces', 'namespace'] as const),
] as const;

function recordingWorld(world: World, recording: Recording): World {
  const root = newNode((other) => other);
  const derived = stepOf(root, 'derived', (other) => other);
  const values = new Map<unknown, () => unknown>();
  const own: World = {
    ...world,
    ...Object.fromEntries(methods.map((name) => [name, recordedMethod(world, name, { root, recording })])),
    get knowsAllNamespaces() {
      recording.record(stepOf(root, 'knowsAllNamespaces', (other) => other.knowsAllNamespaces));
      return world.knowsAllNamespaces;
    },
    derived: (derive) => {
      const node = stepOf(derived, derive, (other) => other.derived(derive));
      const value = values.get(derive) ?? attempt(() => sourced(node, () => derive(own), recording));
      values.set(derive, value);
      return viewOf(value(), node, recording) as never;
    },
  };
  return own;
}

/** Runs once, and returns the result or throws the exception each time. */
function attempt(run: () => unknown): () => unknown {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Computes an answer. The questions that it asks are its sources. */
function sourced({ question }: Node, run: () => unknown, { during }: Recording): unknown {
  const [result, asked] = during(run);
  question.sources = asked;
  return result;
}

interface Place {
  readonly root: Node;
  readonly recording: Recording;
}

function recordedMethod(world: World, name: (typeof methods)[number], { root, recording }: Place): AnyFunction {
  const call = (other: World, args: readonly unknown[]) => (other[name] as AnyFunction)(...args);
  const at = stepOf(root, name, (other) => call(other, []));
  return (...args) => {
    recording.record(args.reduce<Node>((node, arg) => stepOf(node, arg, (other) => call(other, args)), at));
    return call(world, args);
  };
}

function newNode(ask: Question['ask'], whole?: Question): Node {
  return { question: { ask, whole, sources: undefined, comparison: undefined, isSame: false }, steps: undefined };
}

/** Most nodes have no steps, and an empty Map takes more memory than the rest of a node. */
function stepOf(node: Node, step: unknown, ask: Question['ask'], whole?: Question): Node {
  const steps = node.steps ?? new Map<unknown, Node>();
  const known = steps.get(step) ?? newNode(ask, whole);
  node.steps = steps.set(step, known);
  return known;
}

/** A value that records how it is used. A value without keys or arguments is used as a whole. */
function viewOf(value: unknown, node: Node, recording: Recording): unknown {
  const { views, record } = recording;
  const view = views.get(node) ?? createView(value, node, recording);
  if (view === undefined) record(node);
  else views.set(node, view);
  return view ?? value;
}

function createView(value: unknown, node: Node, recording: Recording): unknown {
  if (value instanceof Map) return collectionView(value, node, recording);
  if (value instanceof Set) return collectionView(value, node, recording);
  if (typeof value === 'function') return functionView(value as AnyFunction, node, recording);
  const isIndexed = (part: unknown) => part instanceof Map || part instanceof Set || typeof part === 'function';
  return isPlainObject(value) && Object.values(value).some(isIndexed) ? objectView(value, node, recording) : undefined;
}

/**
 * A recorded function. If a call asks no questions, its result depends only on the function. Otherwise, it depends on the
 * questions that the first call asked.
 */
function functionView(run: AnyFunction, node: Node, { record, during }: Recording): AnyFunction {
  const { ask } = node.question;
  return (...args) => {
    const known = args.reduce<Node | undefined>((step, arg) => step?.steps?.get(arg), node);
    const [result, asked] = during(() => run(...args));
    if (known?.question.sources && known !== node) record(known);
    else if (asked.length === 0) record(node);
    else record(resultOf(args, asked));
    return result;
  };
  function resultOf(args: readonly unknown[], asked: readonly Question[]): Node {
    const asks = (other: World) => (ask(other) as AnyFunction)(...args);
    const step = args.reduce<Node>((parent, arg) => stepOf(parent, arg, asks, node.question), node);
    step.question.sources = asked;
    return step;
  }
}

function collectionView(value: Map<unknown, unknown> | Set<unknown>, node: Node, { record }: Recording): object {
  const { ask } = node.question;
  const read = (of: unknown, name: 'get' | 'has') => Reflect.get(of as object, name) as AnyFunction;
  const keyed = (name: 'get' | 'has') => {
    const at = stepOf(node, name, ask, node.question);
    return (key: unknown) => {
      const askKey = (other: World) => read(ask(other), name).call(ask(other), key);
      record(sourceless(stepOf(at, key, askKey, node.question)));
      return read(value, name).call(value, key);
    };
  };
  const methods: Readonly<Record<string | symbol, unknown>> = { get: keyed('get'), has: keyed('has') };
  return new Proxy(value, {
    get: (_, name) => {
      if (methods[name]) return methods[name];
      record(node);
      const found: unknown = Reflect.get(value, name, value);
      return typeof found === 'function' ? found.bind(value) : found;
    },
  });
}

/** Sets no sources, because the answer about a part of a known value follows from the whole value alone. */
function sourceless(node: Node): Node {
  node.question.sources ??= [];
  return node;
}

function objectView(value: object, node: Node, recording: Recording): object {
  const { record } = recording;
  const { ask } = node.question;
  return new Proxy(value, {
    get: (_, name) => {
      const askName = (other: World) => Reflect.get(ask(other) as object, name) as unknown;
      const step = sourceless(stepOf(node, name, askName, node.question));
      return viewOf(Reflect.get(value, name), step, recording);
    },
    ownKeys: () => {
      record(node);
      return Reflect.ownKeys(value);
    },
  });
}
