import type { Change, Risk } from '../../analysis/diff/change.ts';
import type { ProposedDocument, ProposedField } from '../../analysis/proposals/proposals.ts';
import type { ProposalClass } from '../../core/kind/capabilities.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import { type ProposalRule, proposalRules } from './permissions.ts';
import { type Members, type Person, roleOf, type TenantRole } from './roles.ts';

/** A change of files, with the documents and the rendered objects that it changes. */
export interface Proposal {
  readonly documents: readonly ProposedDocument[];
  readonly changes: readonly Change[];
  /** The changed document from which an object is rendered; undefined if there is none. */
  readonly documentOf: (change: Change) => ProposedDocument | undefined;
  /** By changed file, the tenants of its documents before and after, and of the changed objects that it renders. */
  readonly owners: ReadonlyMap<string, readonly string[]>;
}

/** `request`: the person may request the change, and the platform team decides. */
export interface Verdict {
  readonly verdict: 'allowed' | 'request' | 'denied';
  /** Why the change is denied or needs a decision, as sentences without a period. */
  readonly reasons: readonly string[];
}

/**
 * Decides from the changed files and fields, and the risk of each changed object. Administrators may propose anything.
 */
export function judge(person: Person, proposal: Proposal, members: Members): Verdict {
  if (person.platformRoles.includes('admin')) return { verdict: 'allowed', reasons: [] };
  const roleIn = (tenant: string) => roleOf(person, tenant, members);
  const findings = [
    ...fileFindings(proposal, roleIn),
    ...proposal.documents.flatMap((document) => documentFindings(document, proposal, roleIn)),
    ...riskFindings(proposal, roleIn),
  ];
  const denied = findings.filter(({ denies }) => denies);
  if (denied.length > 0) return { verdict: 'denied', reasons: reasonsOf(denied) };
  return { verdict: findings.length > 0 ? 'request' : 'allowed', reasons: reasonsOf(findings) };
}

/**
 * The verdict on documents that only administrators can change, and in which the person has no role: it is the same whatever they
 * render. Undefined if there are none.
 */
export function judgeOwners(person: Person, proposal: Documents, members: Members): Verdict | undefined {
  if (person.platformRoles.includes('admin')) return undefined;
  const roleIn = (tenant: string) => roleOf(person, tenant, members);
  const isHidden = (tenant: string) => !isTenant(tenant) || roleIn(tenant) === undefined;
  const hidden = proposal.documents.filter(
    ({ tenants, fields }) => tenants.some(isHidden) && fields.some((field) => field.class === undefined),
  );
  if (hidden.length === 0) return undefined;
  const foreign = hidden.flatMap((document) => foreignFindings(document, proposal, roleIn));
  return { verdict: 'denied', reasons: reasonsOf([...fileFindings(proposal, roleIn), ...foreign]) };
}

type Documents = Pick<Proposal, 'documents' | 'owners'>;

interface Finding {
  readonly denies: boolean;
  readonly reason: string;
}

type RoleIn = (tenant: string) => TenantRole | undefined;

function reasonsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ reason }) => reason))];
}

function mayPropose(role: TenantRole | undefined): boolean {
  return role === 'editor' || role === 'owner';
}

/** Denies changes to files without a document of a tenant of the person, even if only comments change. */
function fileFindings({ owners }: Documents, roleIn: RoleIn): readonly Finding[] {
  return [...owners].flatMap(([file, tenants]) =>
    tenants.some((tenant) => mayPropose(roleIn(tenant)))
      ? []
      : [{ denies: true, reason: `${file} has no document of a tenant in which you are an editor or an owner` }],
  );
}

/** Denies a document of the platform, or of a tenant in which the person may propose nothing. */
function foreignFindings(document: ProposedDocument, proposal: Documents, roleIn: RoleIn): readonly Finding[] {
  const { label, tenants } = document;
  if (tenants.length > 0 && tenants.every((tenant) => isTenant(tenant) && mayPropose(roleIn(tenant)))) return [];
  const what = isKnown(document, proposal, roleIn) ? label : 'a document in another file';
  const reason = `${what} belongs to the platform, or to a tenant in which you are not an editor or an owner`;
  return [{ denies: true, reason }];
}

function documentFindings(document: ProposedDocument, proposal: Proposal, roleIn: RoleIn): readonly Finding[] {
  const foreign = foreignFindings(document, proposal, roleIn);
  if (foreign.length > 0) return foreign;
  const { label, tenants, fields, isTrusted } = document;
  const roles = tenants.map(roleIn);
  const found = fields.flatMap((field) => roles.flatMap((role) => fieldFindings(field, label, role)));
  const reason = `the platform team decides about ${label}, because it is in the Platform's directory`;
  return isTrusted ? [...found, { denies: false, reason }] : found;
}

/** Whether the person may read the document: it is in a changed file, or it has tenants and the person has a role in each. */
function isKnown({ tenants, origins }: ProposedDocument, { owners }: Documents, roleIn: RoleIn): boolean {
  const isChanged = [origins.before, origins.after].some((origin) => origin !== undefined && owners.has(origin.file));
  return isChanged || (tenants.length > 0 && tenants.every((tenant) => roleIn(tenant) !== undefined));
}

function fieldFindings({ path, class: sort }: ProposedField, label: string, role: TenantRole | undefined) {
  const what = path === '' ? label : `${path} of ${label}`;
  const rule = sort && proposalRules[sort];
  if (rule === undefined || role === undefined)
    return [{ denies: true, reason: `only administrators can change ${what}` }];
  if (rule.roles.includes(role)) return [];
  if (rule.request?.includes(role)) return [{ denies: false, reason: `the platform team decides about ${what}` }];
  return [{ denies: true, reason: `the role ${role} does not allow a change to ${what}` }];
}

/**
 * Denies changes to objects of tenants in which the person may propose nothing. Denies a change to another object,
 * including one that tenants share, if the classes of the change do not allow its risk.
 */
function riskFindings({ documents, changes, documentOf }: Proposal, roleIn: RoleIn): readonly Finding[] {
  const all = documents.flatMap(classesOf);
  return changes.flatMap((change) => {
    const { tenant, risk } = change;
    const isReachable = isTenant(tenant)
      ? mayPropose(roleIn(tenant))
      : allows(all, risk, ({ shared = [] }) => shared) === 'yes';
    if (!isReachable)
      return [
        {
          denies: true,
          reason:
            'the change affects objects of the platform, or of tenants in which you are not an editor or an owner',
        },
      ];
    if (!isTenant(tenant)) return [];
    const document = documentOf(change);
    const isNamespace = change.id.group === '' && change.id.kind === 'Namespace';
    const outcome = allows(document ? classesOf(document) : all, risk, ({ risks, ofNamespaces = [] }) =>
      isNamespace ? [...risks, ...ofNamespaces] : risks,
    );
    return outcome === 'yes' ? [] : [{ denies: true, reason: tooRisky(change, outcome) }];
  });
}

function classesOf({ fields }: ProposedDocument): readonly ProposalClass[] {
  return fields.flatMap((field) => field.class ?? []);
}

type Allows = 'yes' | 'no' | 'apart';

/** `apart`: one class of the change allows the risk, but another class that might cause it does not. */
function allows(
  causes: readonly ProposalClass[],
  risk: Risk,
  risksOf: (rule: ProposalRule) => readonly Risk[],
): Allows {
  const rules = causes.map((one) => proposalRules[one]);
  const has = (rule: ProposalRule) => risk === 'routine' || risksOf(rule).includes(risk);
  if (risk !== 'routine' && !rules.some(has)) return 'no';
  const mightCause = ({ isOpen, denies }: ProposalRule) => isOpen || denies?.includes(risk);
  return rules.every((rule) => has(rule) || !mightCause(rule)) ? 'yes' : 'apart';
}

function tooRisky({ id, risk, findings }: Change, outcome: Allows): string {
  const why = findings.find((one) => one.risk === risk)?.why ?? risk;
  const separately =
    risk === 'data-loss'
      ? 'propose this without other changes; only administrators can remove sandboxes'
      : 'propose this separately from changes to labels, annotations and instances';
  const rule = outcome === 'apart' ? separately : 'only administrators can propose this';
  return `${id.kind} ${id.name}: ${rule} (${risk}: ${why})`;
}
