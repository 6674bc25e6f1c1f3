import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { type NewKind, newKind } from './new-kind/contract.ts';
import { readNames } from './new-kind/name.ts';
import { register } from './new-kind/registry.ts';
import { writeTemplate } from './new-kind/template.ts';

/** Scaffolds a kind: `npm run new-kind acme/project`. It passes every test, unless a kind of another system has its name. */
const names = readNames(process.argv.slice(2));
const kind = names.ok ? newKind(names.value) : names;
if (kind.ok) scaffold(kind.value);
else {
  console.error(kind.message);
  process.exitCode = 1;
}

function scaffold(kind: NewKind): void {
  const { folder } = kind;
  writeTemplate(kind);
  const registry = readFileSync('kinds/index.ts', 'utf8');
  writeFileSync('kinds/index.ts', register(registry, kind));
  const steps = [
    ['biome', 'check', '--write', '--log-level=error', 'kinds/index.ts', folder],
    ['tsx', 'scripts/build.ts', '--modules'],
    ['tsx', 'scripts/new-kind/write-cases.ts', folder],
    ['npm', 'run', '--silent', 'generate'],
  ];
  const broken = steps.find((step) => !runs(step));
  if (broken) {
    console.error(
      `${folder}/ is written, but "${broken.join(' ')}" failed; fix that error, then run npm run fix and UPDATE=1 npm test`,
    );
    process.exitCode = 1;
    return;
  }
  report(kind);
}

function report({ folder, kind, group, version, namesakes }: NewKind): void {
  console.log(`${folder}/ defines ${kind} of ${group}/${version}, and kinds/index.ts lists it.
Next: change schema.json, resolve.ts, render.ts and README.md, then run npm run fix and UPDATE=1 npm test, and review the changed cases.`);
  if (namesakes.length > 0)
    console.log(
      `${kind} is also defined in ${namesakes.join(', ')}: run UPDATE=1 npm test and review the changed cases.`,
    );
}

/** Runs a program of node_modules/.bin, which npm puts on the PATH. */
function runs([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
