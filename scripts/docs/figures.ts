import { builtInPlans } from '../../core/settings/plans.ts';
import { builtInTiers } from '../../core/settings/tiers.ts';
import { table } from './table.ts';

/** The figures of the built-in plans, as a Markdown table. */
export function planTable(): string {
  const rows = [...builtInPlans].map(([name, plan]) => {
    const { requests, limits, pods, volumes, storage, loadBalancers, container } = plan;
    const { defaultRequest, default: standard, max } = container;
    const counts = [pods, `${volumes}, ${storage}`, loadBalancers];
    const sizes = [requests, limits, defaultRequest, standard, max].map(({ cpu, memory }) => `${cpu}, ${memory}`);
    return [name, ...sizes.slice(0, 2), ...counts, ...sizes.slice(2)];
  });
  const head = ['Plan', 'Requests', 'Limits', 'Pods', 'Volumes', 'Load balancers'];
  return table([...head, 'Container requests', 'Container limit', 'Container maximum'], rows);
}

/** The figures of the built-in tiers, as a Markdown table. */
export function tierTable(): string {
  const rows = [...builtInTiers].map(([name, tier]) => {
    const { storage, cpuRequest, cpuLimit, memoryRequest, memoryLimit, shared } = tier;
    return [name, storage, `${cpuRequest}, ${memoryRequest}`, `${cpuLimit}, ${memoryLimit}`, shared ? 'yes' : 'no'];
  });
  return table(['Tier', 'Volume', 'Requests', 'Limits', 'May share a plane'], rows);
}
