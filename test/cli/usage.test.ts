import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { pagesOf } from '../../cli/commands/command.ts';
import { commandGroups, commands } from '../../cli/commands.ts';
import { suite } from '../harness.ts';
import { file, runOn, tenant } from './fake-ports.ts';

const machine = { trees: { tenants: [tenant('ada')] } };

/** An invalid call, and the expected start of stderr after `leasehold: `. */
const wrongCalls: readonly (readonly [argv: string, message: string])[] = [
  ['chek', 'unknown command chek; did you mean check?'],
  ['frobnicate', 'unknown command frobnicate'],
  ['check --strcit', 'check has no option --strcit; did you mean --strict?'],
  ['check -x', 'check has no option -x'],
  ['check a b', 'check does not take the argument b; for a directory, pass --dir b'],
  ['explain Tenant/ada tenants', 'explain does not take the argument tenants; for a directory, pass --dir tenants'],
  ['get tenants tenants', 'tenants is a directory, not a tenant; pass --dir tenants'],
  ['get quotas acme --as ada', '--as applies only to leasehold get tenants'],
  ['get quotas tenants', 'tenants is a directory, not a tenant; pass --dir tenants'],
  ['schema a b', 'schema does not take the argument b'],
  ['check --dir nowhere', 'the directory nowhere does not exist; did you mean tenants'],
  ['check --output xml', '--output is xml; it must be one of text, json, sarif'],
  ['check --strict=yes', '--strict does not take a value'],
  ['render -o sarif', '--output sarif is a report format, which requires --out; without --out, use yaml, json or name'],
  ['render -o yml', '--output is yml; it must be one of yaml, json, name, text, sarif; did you mean yaml?'],
  ['render --out', '--out needs a value: --out DIR\n'],
  ['render -o folder --out out', '--output is folder; it must be one of'],
  ['render --out= ', '--out needs a value'],
  [
    'render --out a -o yaml',
    '--out always writes YAML files, and --output sets the format of the report; use text, json or sarif',
  ],
  [
    'render --out tenants/rendered',
    '--out tenants/rendered is inside tenants, so the next render would read the output of this one',
  ],
  ['diff', 'no default branch to compare with: none of origin/HEAD, '],
  ['diff a..b c', 'a..b already names both versions; remove c'],
  ['diff a...b', 'a and b have no common commit'],
  ['diff main --fail-on data-los', '--fail-on is data-los; it must be one of data-loss'],
  ['diff main', 'no revision main'],
  [
    'explain',
    'explain needs the argument subject: Kind/name, Kind/namespace/name, file, file:line, Kind or Kind.field.path',
  ],
  ['explain nonsense', 'unknown kind nonsense'],
  ['explain a/b/c/d', 'a/b/c/d must be Kind/name, Kind/namespace/name, file, file:line, Kind or Kind.field.path'],
  ['explain Org.spec.slog', 'Org: spec has no field slog; did you mean slug?'],
  ['get namespaces', 'get namespaces needs the name of a tenant, or -A for all tenants'],
  ['get namespaces ada -A', '-A lists the objects of all tenants, not only of ada; remove one of the two'],
  ['completion tcsh', 'unsupported shell tcsh; supported shells are bash, zsh, fish'],
  ['template', 'unknown command template; did you mean render?'],
  ['explain nowhere.yaml:3', 'the file nowhere.yaml does not exist'],
  ['schema', 'schema needs the argument Kind'],
  ['schema TenantPlan', 'unknown kind TenantPlan; did you mean TenantPlane?'],
  ['schema Zebra', 'unknown kind Zebra; leasehold new --list lists the kinds\n'],
  ['new Org', 'new needs a Kind and a name, or --list'],
  ['new Org Globex', '"Globex" is not a valid resource name'],
  ['new Org ../../etc/passwd', '"../../etc/passwd" is not a valid resource name'],
  ['crds Zebra', 'unknown kind Zebra'],
  ['crds Namespace', 'Namespace has no CustomResourceDefinition, because Kubernetes defines it'],
  ['crds mto-tenant-v1beta1', 'mto-tenant-v1beta1 is an earlier version of mto-tenant'],
  ['render --out -t', '--out needs a value: --out DIR; write a value that starts with - as --out=-...'],
  ['explain Zebra', 'unknown kind Zebra; leasehold new --list lists the kinds; to trace an object, use Kind/Zebra\n'],
  ['explain Tenant.spec.size', 'kleff-tenant: spec has no field size; '],
  ['diff main --dir -', 'diff reads its base from Git, so --dir must be a directory\n'],
  ['check --today soon', '--today is soon; it must be a date such as 2026-12-01'],
  ['offboard --today 2027-02-30', '--today is 2027-02-30; it must be a date such as 2026-12-01'],
  ['collect usage', 'collect needs --catalogue FILE\n'],
  ['--dir tenants check', '--dir must follow a command, as in leasehold check --dir\n'],
  ['--out rendered render', '--out must follow a command, as in leasehold render --out\n'],
  ['-x', 'unknown option -x\n'],
];

suite('an invalid command line', (test) => {
  for (const [argv, message] of wrongCalls) {
    test(`such as leasehold ${argv} exits with 2 and reports the reason`, async () => {
      const { code, stdout, stderr } = await runOn(machine, ...argv.split(' ').filter((word) => word !== ''));
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.ok(stderr.startsWith(`leasehold: ${message}`), stderr);
      assert.match(stderr, /\nTry: leasehold [a-z-]+/);
    });
  }

  test('with a directory that is a file, empty or missing exits with 2 and reports the reason', async () => {
    const odd = { trees: { empty: [] }, texts: { 'a.yaml': '' } };
    const checked = async (...options: readonly string[]) => {
      const { code, stderr } = await runOn(odd, 'check', ...options);
      assert.is(code, 2);
      return stderr;
    };
    assert.match(await checked('--dir', 'a.yaml'), /a\.yaml is a file; pass the directory that contains it/);
    assert.match(await checked('--dir', 'empty'), /empty contains no \.yaml, \.yml or \.json files/);
    assert.match(await checked(), /the directory tenants does not exist; .*leasehold init/);
  });

  test('without a command prints the help to stderr and exits with 2', async () => {
    const { code, stderr } = await runOn({});
    assert.is(code, 2);
    assert.match(stderr, /Usage: leasehold <command>/);
  });
});

suite('the help', (test) => {
  test('of the program lists every command and the exit codes 0 to 3', async () => {
    const { code, stdout } = await runOn({}, '--help');
    assert.is(code, 0);
    for (const { name, summary } of commands) assert.ok(stdout.includes(`${name}`) && stdout.includes(summary), name);
    for (const exit of [/^ *0 +success/m, /^ *1 /m, /^ *2 /m, /^ *3 +a bug/m]) assert.match(stdout, exit);
    assert.is((await runOn({}, 'help')).stdout, stdout);
  });

  test('has every command in exactly one group', () => {
    const grouped = commandGroups.flatMap((group) => group.commands.map(({ name }) => name));
    assert.equal([...grouped].sort(), commands.map(({ name }) => name).sort());
  });

  test('is the same after other options and for the command help', async () => {
    const { stdout } = await runOn({}, '--help');
    assert.is((await runOn({}, '-q', '--help')).stdout, stdout);
    assert.is((await runOn({}, 'help', 'help')).stdout, stdout);
    assert.is((await runOn(machine, '--no-color', '-q', 'check')).code, 0);
  });

  for (const command of commands) {
    test(`of ${command.name} lists its arguments and options, in 80 columns`, async () => {
      const { code, stdout } = await runOn({}, command.name, '--help');
      assert.is(code, 0);
      assert.is(stdout, (await runOn({}, 'help', command.name)).stdout);
      for (const { name } of [...command.arguments, ...command.options]) assert.ok(stdout.includes(name), name);
      for (const page of pagesOf(command)) assert.ok(stdout.includes(`/${page}\n`) && existsSync(page), page);
      for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
      for (const example of command.examples) assert.ok(example.startsWith(`leasehold ${command.name}`), example);
    });
  }

  test('is not printed for --version, which prints only a version', async () => {
    assert.match((await runOn({}, '--version')).stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

suite('an error that the user did not cause', (test) => {
  const broken = {
    ...machine,
    override: {
      readTree: () => {
        throw new TypeError('x is not a function\nsecond line');
      },
    },
  };

  test('is one line that requests a bug report, with exit code 3, if leasehold has a bug', async () => {
    const { code, stderr } = await runOn(broken, 'check');
    assert.is(code, 3);
    assert.is(stderr.split('\n').length, 2);
    assert.match(
      stderr,
      /^leasehold [\d.]+: internal error: x is not a function\. This is a bug; please run the same command with --debug, and report its output\n$/,
    );
  });

  test('has a stack trace with --debug', async () => {
    assert.match((await runOn(broken, 'check', '--debug')).stderr, /\n {4}at .*(?:fake-ports|usage\.test)/);
  });

  test('has exit code 1 and no stack trace if it comes from the operating system', async () => {
    const full = {
      ...machine,
      override: {
        writeOutput: () => {
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
            code: 'ENOSPC',
            syscall: 'write',
          });
        },
      },
    };
    const { code, stderr } = await runOn(full, 'render', '--out', 'out');
    assert.is(code, 1);
    assert.is(stderr, 'leasehold: cannot write: no space left on device\n');
  });

  test('never prints control sequences from a file', async () => {
    const evil = {
      trees: { tenants: [file('tenants/\u001b[2Jx.yaml', 'kind: "\u001b]0;owned\u0007"\napiVersion: v1\n')] },
    };
    for (const terminal of [{ stdoutIsTty: true, color: 'never' } as const, {}]) {
      const { stdout } = await runOn({ ...evil, terminal }, 'check');
      assert.not.match(stdout.replaceAll('\n', ''), /\p{Cc}/u);
    }
  });
});
