import { createHash, randomBytes } from 'node:crypto';
import type { ChangeRequest, PreviewRequest } from '../../build/gateway-contract.ts';
import type { Edit } from '../../console/model/edits.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import { limits } from '../../data/limits.ts';
import { openMerges } from '../../io/git-merge.ts';
import { can } from '../can/can.ts';
import { pathProblem } from '../changes/check-paths.ts';
import { withFewTokens } from '../changes/check-tokens.ts';
import { type Effect, effectOf } from '../changes/effect.ts';
import { editsOf } from '../changes/expand-request.ts';
import { withoutCommands } from '../changes/forge-commands.ts';
import { type ChangeRecord, publicRecord } from '../changes/record.ts';
import { ApiError, fail } from '../response/problem.ts';
import { forgeProblem } from './forge-problem.ts';
import { isOwnDirectory, mayKnow, mayRead } from './readable-files.ts';
import type { Call, WorldCall } from './route.ts';
import { visibleProblems } from './visible.ts';
import { visibleRows } from './visible-rows.ts';

/** The edits in a request, or of its intent. Fails if an edit is malformed or not allowed. */
export function requestedEdits(request: PreviewRequest | ChangeRequest, call: WorldCall): readonly Edit[] {
  const [{ view, repository }, { files, intent }] = [call, request];
  if (!seesEffects(call)) fail(403, 'you have no role in any tenant');
  if ((files === undefined) === (intent === undefined)) fail(400, 'specify either files or an intent');
  const { directory } = repository;
  const edits = intent
    ? // An intent about a document that the person is not allowed to see behaves as if the document did not exist.
      editsOf(view.world, intent, directory).filter(({ path }) => mayKnow(path, view, call))
    : (files ?? []).map(({ path, text }) => ({ path, text: text ?? undefined }));
  const paths = edits.map(({ path }) => path);
  const repeated = paths.find((path, index) => paths.indexOf(path) !== index);
  if (repeated !== undefined) fail(400, `the request contains ${repeated} more than once`);
  const parent = paths.find((path) => paths.some((other) => other.startsWith(`${path}/`)));
  if (parent !== undefined) fail(400, `${parent} is both a file and a directory`);
  for (const path of paths) {
    const problem = pathProblem(path, directory);
    if (problem !== undefined) fail(422, problem);
    if (!isOwnDirectory(path, view, call) || !mayRead(path, view, call))
      fail(403, `${path} belongs to the platform or to another tenant`);
  }
  return withFewTokens(edits);
}

/**
 * Whether the person may see the effect of a change. Administrators need no role in a tenant, because they create the
 * first tenant.
 */
function seesEffects(call: WorldCall): boolean {
  const { person, view, head, may } = call;
  if (can(person, 'see-effect', 'everything', head.members)) return true;
  return visibleRows(view, call).some(({ name }) => may('see-effect', name));
}

/**
 * An effect without the parts that the person is not allowed to see. Except for administrators, shared objects lose their
 * findings and fields, because these reveal something about every tenant.
 */
export function visibleEffect(effect: Effect, { view, may, person }: WorldCall): object {
  const mayRead = (tenant: string) => may('read-tenant', tenant);
  const isAll = person.platformRoles.includes('admin');
  const changes = effect.changes.flatMap((change) => {
    if (isAll || mayRead(change.tenant)) return [change];
    return isTenant(change.tenant) ? [] : [{ ...change, findings: [], fields: [] }];
  });
  return {
    ...effect,
    changes,
    hiddenChanges: effect.changes.length - changes.length,
    problems: visibleProblems(effect.problems, view, mayRead),
    baseProblems: visibleProblems(effect.baseProblems, view, mayRead),
  };
}

export function previewOf(call: WorldCall): object {
  const edits = requestedEdits(call.body as PreviewRequest, call);
  const effect = effectOf(call.view, edits, call.person);
  const texts = edits.map(({ path, text }) => ({ path, text: text ?? null }));
  return { base: call.view.sha, files: texts, ...visibleEffect(effect, call) };
}

/** Submits a change that `commit` checks and commits, or the earlier change with the same key. */
export async function createChange(
  call: Call,
  commit: (repeats: Repeats) => Promise<ChangeRecord>,
): Promise<ChangeRecord> {
  const { gateway, person, body, request } = call;
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const key = request.headers.get('idempotency-key') ?? undefined;
  const known = key === undefined ? undefined : await gateway.changes.repeated(person.user, key);
  const repeats = key === undefined ? undefined : { key, digest };
  if (gateway.changes.forge === 'none') fail(422, 'this gateway has no forge, so nothing can be proposed');
  const change = known ?? (await gateway.changes.add(await commit(repeats)));
  if (change.request?.digest !== repeats?.digest)
    fail(422, 'the Idempotency-Key belongs to another change; send a new key');
  return submitted(change, call);
}

type Repeats = ChangeRecord['request'];

/** Checks and commits a change. */
export function newChange(call: WorldCall, repeats: Repeats): ChangeRecord {
  const { repository, view, person, session } = call;
  const { title: given, description: explained = '' } = call.body as ChangeRequest;
  const [safeTitle, description] = [withoutCommands(given), withoutCommands(explained)];
  const base = requiredBase(call);
  const edits = requestedEdits(call.body as ChangeRequest, call);
  requireSameFiles(base, edits, call);
  const effect = effectOf(view, edits, person);
  requireAllowed(effect, edits, call);
  const id = randomBytes(6).toString('hex');
  const needsPlatform = effect.verdict.verdict === 'request';
  const title = needsPlatform ? `[needs-platform] ${safeTitle}` : safeTitle;
  const files = new Map(edits.map(({ path, text }) => [path, text]));
  const author = { name: session.name || person.user, email: session.email };
  const message = `${title}\n\n${description === '' ? '' : `${description}\n\n`}Requested-by: ${session.subject}\n`;
  const createdAt = new Date();
  const time = Math.floor(createdAt.getTime() / 1000);
  const content = { base: view.sha, message, author, committer, time };
  const commit = repository.write({ ...content, files });
  // Git silently replaces a file with a directory of the same name, and a directory with a file.
  const replaced = repository.changedFiles(view.sha, commit).find((path) => !files.has(path));
  if (replaced !== undefined)
    fail(422, `the change would remove ${replaced}: a file and a directory cannot have the same path`);
  return {
    ...{ id, title, description, user: person.user, createdAt: createdAt.toISOString(), base: view.sha, commit },
    ...{ files: [...files.keys()], needsPlatform, risk: effect.risk, request: repeats, state: 'pending' },
    tenants: [...new Set(effect.changes.map(({ tenant }) => tenant))].sort(),
    ...{ pull: undefined, checks: undefined, mergeCommit: undefined, failure: undefined },
    content: { ...content, files: edits.map(({ path, text }) => ({ path, text: text ?? null })) },
  };
}

const committer = { name: 'leasehold', email: 'leasehold@localhost' };

function requiredBase({ ifMatch, repository, view }: WorldCall): string {
  const header =
    ifMatch ?? fail(428, 'in the If-Match header, send the SHA of the commit that you edited, in double quotes');
  const [, base] = /^"([0-9a-f]{40})"$/.exec(header) ?? [];
  if (base === undefined) return fail(400, 'the If-Match header must be a full commit SHA in double quotes');
  if (base === view.sha || repository.isState(base, view.sha)) return base;
  const wrong = `commit ${base} of the If-Match header is not a first-parent commit of the branch`;
  const title = 'The commit is not a state of the branch';
  return fail(412, `${wrong}; edit the files of its newest commit ${view.sha}`, { title, more: { head: view.sha } });
}

/**
 * Fails with 412 and, for each file that changed since the base, the three versions and their merge. Omits files that
 * belonged to other tenants at the base. Commits that change other files do not matter.
 */
function requireSameFiles(base: string, edits: readonly Edit[], call: WorldCall): void {
  const { view, views, repository } = call;
  if (base === view.sha) return;
  const paths = edits.map(({ path }) => path);
  const [before, now] = [repository.blobs(base, paths), repository.blobs(view.sha, paths)];
  const changed = edits.filter((_, index) => before[index] !== now[index]);
  if (changed.length === 0) return;
  const then = views.at(base);
  const merge = openMerges();
  const conflicts = changed.flatMap(({ path, text }) => {
    if (!mayRead(path, then, call)) return [];
    const [old, theirs] = [mergedText(base, path, call), mergedText(view.sha, path, call)];
    return [{ path, base: old, yours: text ?? '', theirs, merged: merge(text ?? '', old, theirs) }];
  });
  fail(412, undefined, { more: { head: view.sha, conflicts } });
}

function mergedText(sha: string, path: string, { repository, view }: WorldCall): string {
  const found = repository.textOf(sha, path) ?? { text: '' };
  if ('text' in found) return found.text;
  const wrong = `${path} has more than ${limits.bytes} bytes in commit ${sha}, and such files are not merged`;
  return fail(422, `${wrong}; edit the files of the newest commit ${view.sha}`);
}

function requireAllowed(effect: Effect, edits: readonly Edit[], call: WorldCall): void {
  const { verdict } = effect;
  if (edits.length === 0) fail(422, 'the request changes no file');
  if (effect.baseProblems.length > 0)
    fail(422, 'the branch has errors, so the effect of the change is unknown; fix the errors first');
  if (!effect.ok) {
    const problems = visibleProblems(effect.problems, call.view, (tenant) => call.may('read-tenant', tenant));
    fail(422, 'the change causes errors', { problems });
  }
  if (verdict.verdict === 'denied') fail(403, verdict.reasons.join('; '), { more: { reasons: verdict.reasons } });
}

/**
 * The gateway stores a change that the forge has not received, and submits it again later or when the request is repeated.
 */
async function submitted(change: ChangeRecord, { gateway }: Call): Promise<ChangeRecord> {
  if (change.state !== 'pending') return change;
  const { change: found, error } = await gateway.changes.submit(change);
  if (!error) return found;
  const failed = forgeProblem(error);
  const headers = { ...failed.headers, location: `/api/v1/changes/${change.id}` };
  throw new ApiError({ ...failed, headers, more: { change: publicRecord(found) } });
}
