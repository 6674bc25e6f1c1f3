import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { complete, plugin, project, setOf } from './mistake.ts';
import type { ArgoCdObject } from './objects.ts';

const all = { applications: ['*'] };
const day = { ...all, kind: 'deny', schedule: '0 0 * * *', duration: '24h' };
const never = 'sync windows block every automated sync of Application argocd/tenants, so revoked access stays';

function findsIn(syncWindows: readonly object[], application: ArgoCdObject = plugin()): readonly string[] {
  const text = complete(application, project({ syncWindows }))
    .map((one) => stringify(one))
    .join('---\n');
  const { findings } = diagnose([{ path: 'argocd.yaml', text }]);
  return findings.map(({ severity, path, message }) => `${severity} ${path}: ${message}`);
}

suite('the doctor for Argo CD, for the sync windows of a project,', (test) => {
  for (const [what, own] of [
    ['every minute, for a minute', { schedule: '* * * * *', duration: '1m' }],
    ['every hour, for longer', { schedule: '0 * * * *', duration: '61m30s' }],
    ['every day, in several units', { duration: '23h59m30s29.5s500ms' }],
    ['every day, in another time zone', { schedule: 'TZ=Europe/Berlin 0 0 * * *' }],
    ['a day of each month, for 31 days', { schedule: '0 0 1 * *', duration: '744h' }],
    ['a day that no month has, which Argo CD reads as always', { schedule: '0 0 30 2 *', duration: '1m' }],
  ] as const)
    test(`finds a window that always denies syncs: ${what}`, () =>
      assert.equal(findsIn([{ ...day, ...own }]), [`error spec.syncWindows[0]: ${never}`]));

  for (const [what, windows] of [
    ['an allow window of no duration', [{ ...day, kind: 'allow', duration: '0s' }]],
    ['two halves of a day', ['0', '12'].map((hour) => ({ ...day, schedule: `30 ${hour} * * *`, duration: '12h' }))],
    [
      'the days of the week and the weekend',
      [
        { ...day, schedule: '0 0 * * 1-5' },
        { ...day, schedule: '0 0 * * sat', duration: '48h' },
      ],
    ],
    [
      'an allow window in a deny window',
      [
        { ...day, kind: 'allow', schedule: '0 3 * * *', duration: '1h' },
        { ...day, schedule: '0 2 * * *', duration: '3h' },
      ],
    ],
  ] as const)
    test(`finds windows that never allow a sync: ${what}`, () =>
      assert.equal(
        findsIn(windows).map((one) => one.replace(/\[0\]/, '')),
        [`error spec.syncWindows: ${never}`],
      ));

  for (const [what, windows] of [
    ['nights', [{ ...day, schedule: '0 19 * * *', duration: '12h' }]],
    ['all but half a minute', [{ ...day, schedule: '* * * * *', duration: '30s' }]],
    ['a freeze in December', [{ ...day, schedule: '0 0 20 12 *', duration: '336h' }]],
    ['an allow window', [{ ...day, kind: 'allow', duration: '30s' }]],
    ['an allow window on a day that no month has', [{ ...day, kind: 'allow', schedule: '0 0 30 2 *', duration: '1h' }]],
    [
      'an allow window in a shorter deny window',
      [
        { ...day, kind: 'allow', schedule: '0 3 * * *', duration: '1h' },
        { ...day, schedule: '30 2 * * *', duration: '1h' },
      ],
    ],
    [
      'halves of a day in different time zones',
      [
        { ...day, duration: '12h' },
        { ...day, schedule: '0 12 * * *', duration: '12h', timeZone: 'Asia/Tokyo' },
      ],
    ],
    ['a negative duration', [{ ...day, duration: '-24h' }]],
    ['another Application', [{ ...day, applications: ['web*'] }]],
    ['no Application', [{ ...day, applications: [] }]],
    ['another namespace', [{ ...day, applications: [], namespaces: ['pay-dev'] }]],
    ['a list that matches and one that does not', [{ ...day, namespaces: ['pay-dev'], andOperator: true }]],
  ] as const)
    test(`finds nothing in windows that allow syncs: ${what}`, () => assert.equal(findsIn(windows), []));

  test('matches the name, the cluster or the namespace of an Application', () => {
    for (const own of [
      { applications: ['{tenants,web}'] },
      { applications: [], clusters: ['https://kubernetes.default.*'] },
      { applications: [], namespaces: ['*'] },
      { clusters: ['https://*'], andOperator: true },
    ])
      assert.is(findsIn([{ ...day, ...own }]).length, 1, JSON.stringify(own));
  });

  test('reports windows of an ApplicationSet, and warns about windows that allow a manual sync', () => {
    assert.is(findsIn([day], setOf()).length, 1);
    assert.equal(findsIn([{ ...day, manualSync: true }]), [`warning spec.syncWindows[0]: ${never}`]);
    assert.match(findsIn([day, { ...day, manualSync: true }]).join(), 'error spec.syncWindows: ');
  });

  test('finds schedules and durations that Argo CD cannot read', () => {
    for (const schedule of ['@daily', '', '0 0 * * 7', '0 0 0 * * *'])
      assert.equal(findsIn([{ ...day, kind: 'allow', schedule }]), [
        `error spec.syncWindows[0].schedule: Argo CD cannot read the schedule "${schedule}", so it never syncs Application argocd/tenants`,
      ]);
    for (const duration of ['1d', '', '1h 30m', '24'])
      assert.match(findsIn([day, { ...day, duration }]).join(), `syncWindows[1].duration: Argo CD cannot read`);
    assert.equal(findsIn([{ ...day, schedule: '@daily', applications: ['web'] }]), []);
  });
});
