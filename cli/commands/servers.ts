import { type CommandHelp, dir } from './command.ts';

/** Commands that serve browsers and other clients. */
export const serverCommands = [
  {
    name: 'console',
    summary: 'view and edit tenants in a browser',
    page: 'docs/console.md',
    details:
      'Serves a console of the directory on this machine, and prints a link that works once. The browser renders the files itself, so the console shows the effect of an edit after each keystroke. It can save the edit as a patch. --export writes a static site for any web server, with the console, the files and their history.',
    arguments: [{ name: 'directory', required: false, summary: 'directory of the tenants (default: that of --dir)' }],
    options: [
      { ...dir, summary: 'directory of the tenants (default: tenants)' },
      {
        name: 'export',
        value: 'DIR',
        summary: 'write a static site into this directory, which must be new, empty or from an earlier export',
      },
      { name: 'port', value: 'PORT', summary: 'port of the server (default: any free port)' },
    ],
    examples: ['leasehold console', 'leasehold console tenants --export site'],
  },
  {
    name: 'gateway',
    summary: 'serve the API and the console to people who sign in',
    page: 'docs/gateway.md',
    details:
      'Serves the console and an API over a remote Git repository. People sign in with an OpenID Connect provider, and can see and change what their role in a tenant allows. Every change becomes a pull request. LEASEHOLD_OIDC_SECRET is the client secret, and LEASEHOLD_GIT_TOKEN is the token for Git and the forge.',
    arguments: [],
    options: [{ name: 'config', value: 'FILE', summary: 'the configuration of the gateway (required)' }],
    examples: ['leasehold gateway --config gateway.yaml'],
  },
] as const satisfies readonly CommandHelp[];
