/** The page of a pull request or merge request, from the URL at which the forge edits files. */
export function requestUrl(editUrl: string | undefined, request: string | undefined): string | undefined {
  const [, repository, page = ''] = /^(https:\/\/.+?)\/(edit|-\/edit|_edit)\//.exec(editUrl ?? '') ?? [];
  const pages: Readonly<Record<string, string>> = { edit: 'pull', '-/edit': '-/merge_requests', _edit: 'pulls' };
  if (repository === undefined || request === undefined) return undefined;
  return `${repository}/${pages[page]}/${request.slice(1)}`;
}
