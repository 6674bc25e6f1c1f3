import * as assert from 'uvu/assert';
import { suite } from './harness.ts';
import { logs, type Run, run } from './pod-script.ts';

/** The workloads of namespaces, as kubectl prints them. A patch removes one, and fails in the namespace `busy`. */
const kubectl = `${logs}
case "$*" in
  auth*) echo yes ;;
  *--raw*) [ -z "$DOWN" ] ;;
  "get deployments.apps --namespace large "*) [ "$(ulimit -d)" = unlimited ] || exit 2 ;;
  "get statefulsets.apps "*) printenv "sets_$4" | tr ' ' '\\n' ;;
  "get deployments.apps "*) printenv "$4" | tr ' ' '\\n' | while read -r one; do [ -e "$WORK/$4-\${one%%/*}" ] || echo "$one"; done ;;
  "patch "*" --namespace busy "*) exit 1 ;;
  patch*) : >"$WORK/$5-$3" ;;
esac`;

/** Runs the job that wakes namespaces of several tenants. The variables contain the workloads of each namespace. */
function release(workloads: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): Run {
  const container = { command: ['/bin/sh', 'kinds/mto/hibernation/hibernate.sh'], env: [] };
  const own = { RELEASE: Object.keys(workloads).join(' '), SHARED: 'true', DOWN: '' };
  return run(container, { programs: { kubectl, sleep: 'exit 0' }, env: { ...workloads, ...own, ...env } });
}

/** The namespaces whose access the job removed, because it woke all of their workloads. */
function released({ calls }: Run): readonly (string | undefined)[] {
  return calls.filter((call) => call.startsWith('kubectl delete')).map((call) => / --namespace (\S+)/.exec(call)?.[1]);
}

suite('in a job that wakes namespaces of several tenants,', (test) => {
  test('namespaces take turns, so many workloads of a tenant do not delay the others', () => {
    const many = Array.from({ length: 45 }, (_, index) => `w${index}/0/1/3/`).join(' ');
    const result = release({ many, small: 'web/0/1/3/' });
    const patches = result.calls.filter((call) => call.startsWith('kubectl patch'));
    assert.is(result.status, 0);
    assert.is(patches.length, 46);
    assert.is(
      patches.findIndex((call) => call.includes('--namespace small')),
      20,
    );
    assert.equal(released(result), ['small', 'many']);
  });

  test('a wrong annotation of a tenant does not fail the job', () => {
    const result = release({ wrong: 'bad/0/1/x/ web/0/1/3/', small: 'web/0/1/3/' });
    assert.is(result.status, 0);
    assert.match(result.output, 'deployments.apps bad in wrong: the annotation');
    assert.equal(released(result), ['wrong', 'small']);
  });

  test('workloads that cannot be changed do not fail the job', () => {
    const result = release({ busy: 'web/0/1/3/', small: 'web/0/1/3/' });
    assert.is(result.status, 0);
    assert.match(result.output, 'not all workloads were changed in: busy');
    assert.equal(released(result), ['small']);
  });

  test('workloads that are too large for the memory of kubectl do not fail the job', () => {
    const result = release({ large: 'web/0/1/3/', small: 'web/0/1/3/' });
    assert.is(result.status, 0);
    assert.equal(released(result), ['small']);
  });

  test('an API server that does not respond fails the job, so that it runs again', () => {
    assert.is(release({ busy: 'web/0/1/3/' }, { DOWN: 'true' }).status, 1);
  });

  test('a job of a single tenant fails if it cannot change a workload', () => {
    assert.is(release({ busy: 'web/0/1/3/', small: 'web/0/1/3/' }, { SHARED: '' }).status, 1);
  });
});

suite('a job that puts a namespace to sleep', (test) => {
  test('does not scale a StatefulSet whose volume claims Kubernetes would delete', () => {
    const container = { command: ['/bin/sh', 'kinds/mto/hibernation/hibernate.sh'], env: [] };
    const sets = 'cache/3/1///Delete db/3/1///Retain web/3/1///';
    const result = run(container, { programs: { kubectl, sleep: 'exit 0' }, env: { SLEEP: 'dev', sets_dev: sets } });
    const patched = result.calls.flatMap((call) => /patch statefulsets.apps (\S+)/.exec(call)?.[1] ?? []);
    assert.is(result.status, 0);
    assert.equal(patched, ['db', 'web']);
    assert.match(result.output, 'statefulsets.apps cache in dev does not sleep');
  });
});
