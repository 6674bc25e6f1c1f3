import { existsSync } from 'node:fs';
import { type Contract, readContracts } from '../build/contracts.ts';
import { failed, type KindNames, type Reading } from './name.ts';

/** Names of a new kind and its API version. */
export interface NewKind extends KindNames {
  readonly folder: string;
  readonly group: string;
  readonly version: string;
  /**
   * Folders of other kinds with the same name. Messages list every kind with the same name, so a new kind can change the expected
   * messages of these kinds.
   */
  readonly namesakes: readonly string[];
}

/** Adds the API version of the system, and rejects the name of an existing kind. */
export function newKind(names: KindNames): Reading<NewKind> {
  const contracts = readContracts();
  const folder = `kinds/${names.system}/${names.slug}`;
  const { group, version } = apiVersionOf(names.system, contracts);
  const taken = contracts.find((one) => one.id === names.id || (one.group === group && isCalled(one, names)));
  if (existsSync(folder)) return failed(`${folder}/ already exists; choose another name`);
  if (taken)
    return failed(
      `${taken.folder}/ already defines ${taken.kind} of ${taken.group} (id ${taken.id}); choose another name`,
    );
  const namesakes = contracts.filter((one) => isCalled(one, names)).map((one) => one.folder);
  return { ok: true, value: { ...names, folder, group, version, namesakes } };
}

/** The API version of most kinds of the system, or a placeholder for a new system. */
function apiVersionOf(system: string, contracts: readonly Contract[]): Pick<Contract, 'group' | 'version'> {
  const own = contracts.filter(({ folder, group }) => folder.startsWith(`kinds/${system}/`) && group !== '');
  const count = (one: Contract) => own.filter(({ group, version }) => isSame(one, { group, version })).length;
  const [most] = own.toSorted((a, b) => count(b) - count(a));
  return most ?? { group: `${system}.example.com`, version: 'v1alpha1' };
}

function isSame(contract: Contract, { group, version }: Pick<Contract, 'group' | 'version'>): boolean {
  return contract.group === group && contract.version === version;
}

function isCalled(contract: Contract, { kind, plural }: KindNames): boolean {
  return contract.kind.toLowerCase() === kind.toLowerCase() || contract.plural === plural;
}
