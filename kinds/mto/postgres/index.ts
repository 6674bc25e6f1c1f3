import { defineKind } from '../../../core/kind/kind.ts';
import { checkExporter, postgresObjects, postgresOf, warnAboutBackup } from '../components/postgres.ts';
import { backupSecrets, requiredSecrets, secretObjects } from '../components/secrets.ts';
import { siteOf } from '../components/site.ts';

/** A PostgreSQL server [sources: mto-37]. */
export const mtoPostgres = defineKind({
  id: 'mto-postgres',
  tenancy: 'shared',
  needs: ['finops-cost-job'],
  resolve: (resource, world, report) => {
    const { spec } = resource.body;
    const site = siteOf(resource.namespace, world);
    checkExporter(spec, ['spec'], report);
    warnAboutBackup(site, ['spec'], report);
    return { site, postgres: postgresOf(resource.name, spec) };
  },
  render: ({ postgres, site }) => [
    ...secretObjects(site, postgres.name, [postgres.secret]),
    ...postgresObjects(site, postgres),
  ],
  status: ({ postgres, site }) => ({
    requiredSecrets: [...requiredSecrets(site, [postgres.secret]), ...backupSecrets(site)],
  }),
});
