import { type ActionRun, type Failure, failure } from './action-run.ts';
import { defaultFiles } from './inputs.ts';

export type CommittedFile =
  | { readonly ok: true; readonly file: { readonly path: string; readonly text: string } | undefined }
  | Failure;

/**
 * The file that an input names, from the checkout. Undefined if the input is empty, or if neither the checkout nor the
 * commit has the default file. Any other missing file is a failure, because the report would lack a part. A directory
 * and a link that leads out of the workspace are failures too.
 */
export function readCommittedFile(
  { inputs, ports: { files, history } }: ActionRun,
  input: keyof typeof defaultFiles,
): CommittedFile {
  const path = input === 'price-file' ? inputs.priceFile : inputs.inventoryFile;
  if (path === '') return { ok: true, file: undefined };
  const kind = files.kindOf(path);
  if (kind === 'directory') return failure(`${path} is a directory, but ${input} must be a file`);
  if (kind === 'file' && !files.isInside(path))
    return failure(`${path} is a link that leads out of the workspace; set ${input} to a file in the workspace`);
  if (kind === 'file') return { ok: true, file: { path, text: files.readText(path) ?? '' } };
  if (history.hasFile(path))
    return failure(`the checkout lacks ${path}, so the report would be incomplete; check out the whole repository`);
  if (path !== defaultFiles[input]) return failure(`${path} does not exist; correct ${input}, or set it to ""`);
  return { ok: true, file: undefined };
}
