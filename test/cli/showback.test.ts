import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, type Machine, runOn, tenant } from './fake-ports.ts';

const book = `apiVersion: finops.stakater.com/v1alpha1
kind: PriceBook
metadata: {name: book, namespace: finops}
spec: {currency: EUR, valuationMode: currency, rates: {cpuHour: "0.5"}}
`;
const use = (hour: string, minutes = 60) =>
  JSON.stringify({
    hour,
    minutes,
    capacity: { cpuHour: 4_000_000 },
    usages: [
      { tenant: 'pay', namespace: 'pay-prod', kind: 'Deployment', name: 'api', cpuHour: 1_000_000, gpuHour: 1_000_000 },
      { tenant: 'lab', namespace: '=cmd', kind: 'Deployment', name: 'a|b,"c', cpuHour: 2_000_000 },
    ],
  });
const recording = (...hours: readonly string[]) =>
  ['{"format":"leasehold-usage/1","basis":"usage"}', ...hours].join('\n');

const machine: Machine = {
  trees: { tenants: [file('book.yaml', book)] },
  texts: { 'tenants/usage.jsonl': recording(use('2026-06-01T00:00:00Z'), use('2026-06-01T02:00:00Z', 30)) },
};

suite('leasehold showback', (test) => {
  test('bills the recording of the directory, and reports what is missing', async () => {
    const { code, stdout } = await runOn(machine, 'showback');
    assert.is(code, 0);
    assert.is(
      stdout,
      `Costs from 2026-06-01T00:00:00Z to 2026-06-01T03:00:00Z in EUR, by usage
* used, but without a price in the price book: gpu-h
No data: 1 of 3 hours
Hours with data for less than 60 minutes: 1

TENANT  CPU CORE-H   GPU-H  RAM GIB-H  PV GIB-H  NETWORK GIB  COST EUR
lab          4.000   0.000      0.000     0.000        0.000  2.000000
pay          2.000  2.000*      0.000     0.000        0.000  1.000000
(idle)       2.000   0.000      0.000     0.000        0.000  1.000000
TOTAL                                                         4.000000
`,
    );
  });

  test('reports what is missing also if the bill is CSV', async () => {
    const { code, stdout, stderr } = await runOn(machine, 'showback', '-o', 'csv');
    assert.equal([code, stdout.split('\r\n').length], [0, 5]);
    assert.match(stderr, 'leasehold: No data: 1 of 3 hours\nleasehold: Hours with data for less than 60 minutes: 1\n');
  });

  test('rejects a tenant without usage that no file defines', async () => {
    const of = (name: string) => runOn(machine, 'showback', '--tenant', name);
    const { code, stdout, stderr } = await of('pya');
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, 'tenant pya has no usage in the period, and no file defines it');
    const idle = { ...machine, trees: { tenants: [...(machine.trees?.['tenants'] ?? []), tenant('ada')] } };
    assert.match((await runOn(idle, 'showback', '--tenant', 'ada')).stdout, /\nTOTAL +0\.000000\n/);
  });

  test('limits the bill to a tenant and a period, and shares idle capacity exactly', async () => {
    const shared = await runOn(machine, 'showback', '--share', 'all', '-o', 'json', '--tenant', 'pay');
    const { lines, total } = JSON.parse(shared.stdout) as { lines: { cost: string; shared: string }[]; total: string };
    assert.equal([lines.length, lines[0]?.cost, lines[0]?.shared, total], [1, '1.000000', '0.333333', '1.333333']);
    const hour = await runOn(machine, 'showback', '--from', '2026-06-01T02:00:00Z', '-o', 'json');
    assert.is((JSON.parse(hour.stdout) as { total: string }).total, '2.000000');
  });

  test('prints no name as a formula, another column or another row', async () => {
    const csv = await runOn(machine, 'showback', '-o', 'csv', '--by', 'workload');
    assert.match(csv.stdout, /,lab,'=cmd,"Deployment\/a\|b,""c",4\.000000,/);
    const markdown = await runOn(machine, 'showback', '-o', 'markdown', '--by', 'workload');
    assert.match(markdown.stdout, /\| lab \| =cmd \| Deployment\/a\\\|b,"c \|/);
  });

  test('accepts the options of earlier versions, with a hint', async () => {
    for (const form of ['csv', 'json', 'markdown']) {
      const [before, now] = [
        await runOn(machine, 'showback', `--${form}`),
        await runOn(machine, 'showback', '-o', form),
      ];
      assert.equal([before.code, before.stdout], [0, now.stdout]);
      assert.match(before.stderr, `--${form} is now --output ${form}`);
    }
  });

  test('marks sample data in every output format', async () => {
    const text = recording(use('2026-06-01T00:00:00Z')).replace('"basis"', '"sample":true,"basis"');
    const sample = { ...machine, texts: { 'tenants/usage.jsonl': text } };
    for (const form of [[], ['-o', 'markdown']])
      assert.match((await runOn(sample, 'showback', ...form)).stdout, /SAMPLE DATA/);
    assert.match((await runOn(sample, 'showback', '-o', 'csv')).stdout, /,sample\r\n/);
    assert.match((await runOn(sample, 'showback', '-o', 'json')).stdout, /"sample": true/);
  });

  test('has the mark of sample data in the recording of the sample repository', () => {
    const [head = ''] = readFileSync('tenants/usage.jsonl', 'utf8').split('\n');
    assert.is((JSON.parse(head) as { sample: boolean }).sample, true);
  });

  test('begins days at midnight of the time zone', async () => {
    const day = ['--from', '2026-06-01', '--to', '2026-06-02', '-o', 'json'];
    const { stdout } = await runOn(machine, 'showback', '--time-zone', 'Europe/Berlin', ...day);
    const { from, to } = JSON.parse(stdout) as { from: string; to: string };
    assert.equal([from, to], ['2026-05-31T22:00:00Z', '2026-06-01T22:00:00Z']);
    const short = await runOn(
      machine,
      'showback',
      '--time-zone',
      'Europe/Berlin',
      '--from',
      '2026-03-29',
      '--to',
      '2026-03-30',
      '-o',
      'json',
    );
    assert.match(short.stdout, /"from": "2026-03-28T23:00:00Z",\n {2}"to": "2026-03-29T22:00:00Z"/);
  });

  const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
    [['--from', 'yesterday'], /yesterday is not a date/],
    [['--from', '2026-06-02', '--to', '2026-06-01'], /contains no complete hour/],
    [
      ['--from', '2026-06-01T00:30:00Z'],
      /not the start of an hour .*; use a full hour in UTC, such as 2026-06-01T00:00:00Z$/m,
    ],
    [
      ['--time-zone', 'Asia/Kolkata', '--from', '2026-06-01'],
      /does not begin at the start of an hour in UTC, .*such as 2026-05-31T18:00:00Z, or another time zone/,
    ],
    [['--time-zone', 'Nowhere'], /unknown time zone/],
    [['--usage', 'gone.jsonl'], /the file gone.jsonl does not exist/],
    [['--database'], /set POSTGRES_CONNECTION_STRING .* or set PGHOST/],
    [['--prometheus', 'http://p', '--opencost', 'http://o'], /mutually exclusive/],
    [['--database', '--save', 'june.jsonl'], /--database and --save are mutually exclusive/],
    [['--prometheus', 'http://p'], /the period is missing/],
  ];
  for (const [args, message] of mistakes)
    test(`rejects ${args.join(' ')}, with the reason`, async () => {
      const { code, stdout, stderr } = await runOn(machine, 'showback', ...args);
      assert.equal([code, stdout], [2, '']);
      assert.match(stderr, message);
    });

  test('needs a price book and a source', async () => {
    const noBook = await runOn(
      {
        trees: {
          tenants: [
            file(
              'a.yaml',
              'kind: Platform\napiVersion: leasehold.dev/v1alpha1\nmetadata: {name: platform}\nspec: {}\n',
            ),
          ],
        },
      },
      'showback',
    );
    assert.equal([noBook.code, /defines a PriceBook.*new PriceBook prices.*cluster/s.test(noBook.stderr)], [1, true]);
    const noUse = await runOn({ ...machine, texts: {} }, 'showback');
    assert.equal([noUse.code, /no source of usage: .*usage\.jsonl does not exist/.test(noUse.stderr)], [2, true]);
  });

  test('reports hours without tenant labels, and does not save them', async () => {
    const answers: Readonly<Record<string, string>> = { kube_pod_status_phase: '1', 'up{': '60' };
    const fetchWithin = () => (url: string) => {
      const query = new URL(url).searchParams.get('query') ?? '';
      const value = Object.entries(answers).find(([part]) => query.includes(part))?.[1];
      const result = value === undefined ? [] : [{ metric: { namespace: 'pay-prod', pod: 'api' }, value: [0, value] }];
      return Promise.resolve({ status: 'success', data: { resultType: 'vector', result } });
    };
    const period = ['--from', '2026-06-01T00:00:00Z', '--to', '2026-06-01T01:00:00Z', '--save', 'june.jsonl'];
    const run = await runOn({ ...machine, costs: { fetchWithin } }, 'showback', '--prometheus', 'http://p', ...period);
    assert.match(
      run.stdout,
      /\nIn 1 hour, no namespace has the label leasehold.dev\/tenant, so the usage belongs to no/,
    );
    assert.is(run.written['june.jsonl']?.trim().split('\n').length, 1);
  });

  test('reports a source that does not respond, but not as a bug', async () => {
    const { SourceError } = await import('../../showback/source.ts');
    const fetchWithin = () => () => Promise.reject(new SourceError('http://p does not respond: refused'));
    const period = ['--from', '2026-06-01', '--to', '2026-06-02'];
    const { code, stderr } = await runOn(
      { ...machine, costs: { fetchWithin } },
      'showback',
      '--prometheus',
      'http://p',
      ...period,
    );
    assert.equal([code, stderr], [1, 'leasehold: http://p does not respond: refused\n']);
  });
});
