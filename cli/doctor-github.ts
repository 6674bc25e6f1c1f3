import { type Ask, gather } from '../doctor/github/answers.ts';
import { diagnoseGitHub, namedBranches } from '../doctor/github/doctor.ts';
import type { Arguments } from './arguments.ts';
import { readCheckout } from './doctor-checkout.ts';
import { help, report } from './doctor-report.ts';
import { askApi, askExport, repositoryName, unavailable } from './doctor-sources.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Finds gaps in the protection of a repository on GitHub. */
export async function doctorGitHub(args: Arguments, ports: Ports): Promise<ExitCode> {
  const [, root = '.'] = args.words;
  const rootKind = ports.files.kindOf(root);
  if (rootKind === 'file') return usageError(ports, `${root} is a file; pass the directory of the checkout`, help);
  if (rootKind === 'nothing') return usageError(ports, `the directory ${root} does not exist`, help);
  const repository = readCheckout(root, ports);
  const source = answerSource(args, ports, root);
  if (!source.ok) return usageError(ports, source.message, help);
  const { otherSources, renderedBranches } = namedBranches(repository);
  const wanted = {
    sourceBranch: args.text('branch'),
    otherSources,
    renderedBranches: [...new Set([...renderedBranches, ...args.texts('rendered')])],
  };
  const diagnosis = diagnoseGitHub(repository, await gather(source.ask, wanted));
  const code = report(diagnosis, args, ports);
  // A setting that cannot be read may be unsafe.
  return args.isSet('strict') && diagnosis.unexamined.length > 0 ? exitCodes.problems : code;
}

type Source = { readonly ok: true; readonly ask: Ask } | { readonly ok: false; readonly message: string };

/** Reads settings from the export or from the API. Without either, all settings of GitHub are unknown. */
function answerSource(args: Arguments, ports: Ports, root: string): Source {
  const directory = args.text('export');
  if (directory !== undefined) {
    if (ports.files.kindOf(directory) !== 'directory')
      return { ok: false, message: `the directory ${directory} does not exist` };
    return { ok: true, ask: askExport(directory, ports.files) };
  }
  const stated = args.text('repository');
  if (stated !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(stated)) {
    return { ok: false, message: `--repository is ${stated}; it must have the form OWNER/NAME` };
  }
  const { read, host } = ports.github;
  if (!read) return { ok: true, ask: unavailable('no token in GH_TOKEN or GITHUB_TOKEN, and no --export') };
  const name = repositoryName({ stated, root, files: ports.files, github: ports.github });
  if (name === undefined) {
    return {
      ok: true,
      ask: unavailable(`no remote origin on ${host}: pass --repository OWNER/NAME`),
    };
  }
  return { ok: true, ask: askApi(name, read) };
}
