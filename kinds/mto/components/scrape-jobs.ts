import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import type { PrometheusValues } from './modes.ts';
import { jobNames } from './scrape.ts';
import type { Site } from './site.ts';
import { isChosen, otherwise } from './unsupported.ts';

type Job = ReturnType<typeof allJobs>[number];

function allJobs({ serverFiles }: PrometheusValues) {
  return serverFiles?.['prometheus.yml']?.scrape_configs ?? [];
}

/** The jobs in the values that Prometheus runs in addition to those of leasehold. */
export function additionalJobs(values: PrometheusValues): readonly Job[] {
  return allJobs(values).filter((job) => !discovers(job));
}

const discovery = 'kubernetes_sd_configs';

/** Whether a job finds its targets only through the Kubernetes API. */
function discovers(job: Job): boolean {
  return job[discovery] !== undefined && job.static_configs === undefined;
}

/** Reports jobs that Prometheus cannot run. Prometheus does not start if two jobs have the same name. */
export function checkScrapeConfigs(
  values: PrometheusValues,
  { stateJob }: Pick<Site, 'stateJob'>,
  path: Path,
  report: Report,
): void {
  const seen = new Set(jobNames(stateJob));
  for (const [index, job] of allJobs(values).entries()) {
    const at = [...path, 'serverFiles', 'prometheus.yml', 'scrape_configs', index];
    if (discovers(job)) {
      reportDiscovery(job, at, report);
      continue;
    }
    checkFields(job, at, report);
    const { job_name: name } = job;
    if (seen.has(name))
      report('conflicting-fields', [...at, 'job_name'], `another job is already named ${name}`, {
        fix: 'choose another name',
      });
    seen.add(name);
  }
}

const reason = 'leasehold adds jobs for nodes, and Prometheus has no access to Pods and Services';

/**
 * Reports an error in an IntegrationConfig, but only a warning in a Prometheus resource, because all sample values of the chart
 * contain such jobs.
 */
function reportDiscovery({ job_name: name }: Job, at: Path, report: Report): void {
  const fix = `replace ${discovery} with the targets of the job in static_configs, or ${otherwise(at)}`;
  if (isChosen(at)) report('mismatch', [...at, discovery], `${discovery} is not supported: ${reason}`, { fix });
  else report('ignored-field', [...at, 'job_name'], `job ${name} has no effect: ${reason}`, { fix });
}

const fields = ['job_name', 'metrics_path', 'scheme', 'scrape_interval', 'static_configs'];

/** The schema accepts every field, because a job that has no effect can have any field. */
function checkFields(job: Job, at: Path, report: Report): void {
  const name = `scrape_configs[${at.at(-1)}]`;
  for (const field of Object.keys(job).filter((one) => !fields.includes(one)))
    report('unknown-field', [...at, field], `leasehold does not support the field ${field} of ${name}`, {
      fix: `remove it, or ${otherwise([...at, field])}`,
    });
  if (job.static_configs === undefined)
    report('missing-field', [...at, 'static_configs'], `${name} requires the field static_configs`);
}
