import type { Instant } from '../cost/instant.ts';
import type { HourUsage } from '../cost/usage.ts';

/** A source of measured usage. */
export interface UsageSource {
  /** The usage in the hour that starts at the given time. Rejects with a SourceError if the source cannot be read. */
  readHour(hour: Instant): Promise<HourUsage>;
}

/** A series in a Prometheus response: its labels and its value. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A source that does not provide the requested data. The message is user-facing. */
export class SourceError extends Error {}

/** Fetches JSON. A parameter, so that tests can replace it. */
export type FetchJson = (url: string) => Promise<unknown>;

/** The tenant of a namespace label. The platform's own namespaces belong to no tenant. */
export function tenantOfLabel(label: string | undefined): string {
  return label === undefined || label === 'platform' || label.startsWith('__') ? '' : label;
}

/** Explains an hour with usage in which no namespace has a tenant label. */
export function unlabeledText(tenantLabel: string): string {
  return `no namespace has the label ${tenantLabel}, so the usage belongs to no tenant; if the cluster has namespaces of tenants, export this label from kube-state-metrics`;
}

/** The largest measured quantity. Sums of thousands of such quantities still fit in the 30 digits of a recording. */
const largest = 1e24;

/**
 * Multiplies a measured number by the scale, and rounds it to an integer. Returns 0 for a number that is negative or not
 * finite. Huge values are limited, because a tenant that exports them must not prevent the collection of an hour.
 */
export function whole(value: number, scale = 1): bigint {
  return Number.isFinite(value) && value > 0 ? BigInt(Math.round(Math.min(value * scale, largest))) : 0n;
}

export const millionths = 1_000_000;
