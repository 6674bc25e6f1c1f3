import { formatId } from '../../kubernetes/object-id.ts';
import { type Manifest, render, type SourceFile } from '../../leasehold.ts';
import { acme, shared } from '../laws/grant-attacks.ts';
import { ownDirectory, webTemplate } from './own-directory.ts';

/** Names of objects of the platform and of the other tenant, which hostile documents use. */
const names = ['free', 'small', 'admin', 'acme', 'every-tenant', 'platform'];

/** The files of the platform and of another tenant. */
const others: readonly SourceFile[] = [...shared, webTemplate, acme];
const [alone, platform] = ['acme', 'platform'].map((tenant) => render(others, { tenant }));

/** The files in the directory of an untrusted tenant, together with the other files. */
function delegated(files: readonly SourceFile[], choice: number): readonly SourceFile[] {
  if (choice % 4 === 1) return [...others, ...ownDirectory(choice)];
  const own = files.map((file, index) => ({ ...file, path: `tenants/evil/${index}.yaml` }));
  return [
    ...others,
    ...(choice % 2 === 0 ? own : own.map((file) => renamed(file, names[(choice >> 1) % names.length] ?? ''))),
  ];
}

function renamed(file: SourceFile, name: string): SourceFile {
  return 'text' in file ? { ...file, text: file.text.replace(/^( +name: ).*$/m, `$1${name}`) } : file;
}

/**
 * Whether the tenant may have an object, by another rule than that of leasehold: its namespace or its own name contains the
 * tenant's name, and it is not labelled as the other tenant's.
 */
function isOwn({ id, tenant, text }: Manifest): boolean {
  if (tenant !== 'evil') return true;
  const isNamed = /^evil(?:$|-)/.test(id.namespace ?? '') || /(?:^|-)evil(?:$|[-.])/.test(id.name);
  return isNamed && !/^ +"?[a-z.]+\/tenant"?: "?acme"?$/m.test(text);
}

/** The other tenant and the platform render as if the directory did not exist, regardless of its content. */
export function isolationFails(files: readonly SourceFile[], choice: number): string | undefined {
  const hostile = delegated(files, choice);
  const { ok, files: rendered } = render(hostile, { tenant: 'acme' });
  if (!ok || JSON.stringify(rendered) !== JSON.stringify(alone?.files)) return 'the render of another tenant changes';
  if (platform?.ok && !render(hostile, { tenant: 'platform' }).ok) return 'the render of the platform fails';
  const own = render(hostile, { tenant: 'evil' });
  const stray = own.objects.find((object) => !isOwn(object));
  if (stray) return `a tenant renders ${formatId(stray.id)}`;
  const problems = [...render(hostile).problems, ...own.problems];
  const bug = problems.find(({ code }) => code === 'internal-error');
  if (bug) return `internal error in the directory of a tenant: ${bug.message}`;
  const foreign = problems.find(({ at, severity }) => severity === 'error' && !at.file.startsWith('tenants/evil/'));
  return foreign && `an error of a tenant is reported in ${foreign.at.file}: ${foreign.message}`;
}
