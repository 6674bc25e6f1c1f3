import { formatId } from '../../kubernetes/object-id.ts';
import { type Manifest, render, type SourceFile } from '../../leasehold.ts';
import { type OwnDirectory, others, ownDirectory, secretOfAcme, unchanged } from './own-directory.ts';

/** Names of objects of the platform and of the other tenant, which hostile documents use. */
const names = ['free', 'small', 'admin', 'acme', 'every-tenant', 'platform'];

const [alone, platform] = ['acme', 'platform'].map((tenant) => render(others, { tenant }));

/** The names of the other tenant's objects in the namespace that tenants share. */
const namesOfAcme = new Set(alone?.objects.filter(({ id }) => id.namespace === 'tenants').map(({ id }) => id.name));

/** How Argo CD removes each object of the tenant, which only the platform decides. */
const removals = new Map(
  render([...others, ...unchanged.files], { tenant: unchanged.tenant }).objects.map((one) => [
    formatId(one.id),
    removalOf(one),
  ]),
);

/** The files in the directory of an untrusted tenant. */
function hostileDirectory(files: readonly SourceFile[], choice: number): OwnDirectory {
  if (choice % 2 === 1) return ownDirectory(choice);
  const own = files.map((file, index) => ({ ...file, path: `tenants/evil/${index}.yaml` }));
  const name = names[(choice >> 2) % names.length] ?? '';
  return { tenant: 'evil', files: choice % 4 === 0 ? own : own.map((file) => renamed(file, name)) };
}

function renamed(file: SourceFile, name: string): SourceFile {
  return 'text' in file ? { ...file, text: file.text.replace(/^( +name: ).*$/m, `$1${name}`) } : file;
}

/**
 * Describes an object that a tenant must not render, by rules that are independent of those of leasehold: its namespace and
 * its name lack the tenant's name, it contains a label or content of the other tenant or names an object of that tenant in a
 * shared namespace, or Argo CD removes it in another way than the platform decides.
 */
function strayOf(objects: readonly Manifest[], tenant: string): string | undefined {
  const own = objects.filter((object) => object.tenant === tenant && object.origin !== undefined);
  const isStray = (object: Manifest) =>
    !isNamed(object, tenant) ||
    isAboutAcme(object) ||
    !['', removalOf(object)].includes(removals.get(formatId(object.id)) ?? '');
  const stray = own.find(isStray);
  return stray && `a tenant must not render ${formatId(stray.id)}`;
}

function isNamed({ id }: Manifest, tenant: string): boolean {
  return (
    new RegExp(`^${tenant}(?:$|-)`).test(id.namespace ?? '') || new RegExp(`(?:^|-)${tenant}(?:$|[-.])`).test(id.name)
  );
}

function isAboutAcme({ id, text }: Manifest): boolean {
  if (/^ +"?[a-z.]+\/tenant"?: "?acme"?$/m.test(text) || text.includes(secretOfAcme)) return true;
  return id.namespace === 'tenants' && text.split(/[^a-z0-9.-]+/).some((word) => namesOfAcme.has(word));
}

function removalOf({ text }: Manifest): string {
  return /argocd\.argoproj\.io\/sync-options: (.*)/.exec(text)?.[1] ?? 'none';
}

/**
 * Describes a violation of isolation: the directory changes the render of the other tenant or causes errors in that of the
 * platform, renders a stray object, or causes an internal error or an error in a file outside it.
 */
export function isolationFails(files: readonly SourceFile[], choice: number): string | undefined {
  const { tenant, files: directory } = hostileDirectory(files, choice);
  const hostile = [...others, ...directory];
  const { ok, files: rendered } = render(hostile, { tenant: 'acme' });
  if (!ok || JSON.stringify(rendered) !== JSON.stringify(alone?.files)) return 'the render of another tenant changes';
  if (platform?.ok && !render(hostile, { tenant: 'platform' }).ok) return 'the render of the platform fails';
  const own = render(hostile, { tenant });
  const stray = strayOf(own.objects, tenant);
  if (stray) return stray;
  const problems = [...render(hostile).problems, ...own.problems];
  const bug = problems.find(({ code }) => code === 'internal-error');
  if (bug) return `internal error in the directory of a tenant: ${bug.message}`;
  const foreign = problems.find(
    ({ at, severity }) => severity === 'error' && !at.file.startsWith(`tenants/${tenant}/`),
  );
  return foreign && `an error of a tenant is reported in ${foreign.at.file}: ${foreign.message}`;
}
