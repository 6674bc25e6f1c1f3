import { type CommandHelp, dir } from './command.ts';

/** Commands that serve browsers and other clients. */
export const serverCommands = [
  {
    name: 'console',
    summary: 'look at tenants in a browser',
    page: 'docs/console.md',
    details:
      'Serves a console of the directory to this machine and prints a link that opens it once. The browser renders the files itself, so the console shows what an edit changes at each keystroke, and turns it into a patch. --export writes the console with the files and their history as a static site, which needs nothing but a web server for static files.',
    arguments: [{ name: 'directory', required: false, summary: 'directory of the tenants (default: that of --dir)' }],
    options: [
      { ...dir, summary: 'directory of the tenants (default: tenants)' },
      { name: 'export', value: 'DIR', summary: 'write a static site into this new or empty directory' },
      { name: 'port', value: 'PORT', summary: 'the port to serve at (default: any free one)' },
    ],
    examples: ['leasehold console', 'leasehold console tenants --export site'],
  },
  {
    name: 'gateway',
    summary: 'serve the API and the console to people who sign in',
    page: 'docs/gateway.md',
    details:
      'Serves the console and an API over a remote Git repository. People sign in with an OpenID Connect provider, and see and change what their role in a tenant allows. Every change becomes a pull request. LEASEHOLD_OIDC_SECRET is the secret of the client, and LEASEHOLD_GIT_TOKEN the token for Git and the forge.',
    arguments: [],
    options: [{ name: 'config', value: 'FILE', summary: 'the configuration of the gateway' }],
    examples: ['leasehold gateway --config gateway.yaml'],
  },
] as const satisfies readonly CommandHelp[];
