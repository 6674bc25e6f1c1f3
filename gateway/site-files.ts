import type { SiteFile } from '../io/site.ts';
import type { SiteContent } from './routes/gateway.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The files that the build writes for browsers. */
export function siteFiles(assets: readonly SiteFile[]): SiteContent['file'] {
  const byPath = new Map(assets.map(({ path, contents }) => [`/${path}`, contents]));
  return (path) => {
    const [contents, type] = [byPath.get(path), types[path.split('.').at(-1) ?? '']];
    return contents === undefined || type === undefined ? undefined : { type, contents };
  };
}
