/**
 * Rewrites text that forges and their CI systems would execute as a command of the author or of the person who merges:
 * text that skips a pipeline, closes or reopens an issue, slash commands, and trailers such as `Signed-off-by`
 * [sources: gitlab-2]. Also the prefix `{base64}`, with which Gitea decodes a title. The account of the gateway opens the pull
 * request, and a merge can copy its text into the branch.
 */
export function withoutCommands(text: string): string {
  return text
    .replace(/\[([^[\]\n]*)\]/g, (whole, inner: string) => (skipping.test(inner) ? `(${inner})` : whole))
    .replace(/\*\*\*(no_ci)\*\*\*/gi, '$1')
    .replace(/^([^\S\n\r\u2028\u2029]*)\//gm, '$1\\/')
    .replace(closing, '$1`$2`')
    .replace(/\{(base64)\}/gi, '($1)')
    .replace(/^([ \t]*[A-Za-z][A-Za-z-]*-(?:by|checks))[ \t]*:/gim, '$1 -');
}

/** `[skip ci]`, `[ci-skip]`, `[no ci]`, `[skip actions]`, `[skip netlify]`. */
const skipping = /skip|\bno[ _-]|\bci\b/i;

/** A word that closes or reopens the issue after it when the change is merged: `fixes #7`, `closes: corp/tenants#7`. */
const closing =
  /\b((?:clos|fix|resolv|implement|re-?open)(?:e|es|ed|s|d|ing)?:?\s+(?:issues?\s+)?)((?:[\w./-]*[#!]|gh-|https?:\/\/)[^\s`]+)/gi;
