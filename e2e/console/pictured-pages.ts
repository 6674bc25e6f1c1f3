import { listPages } from './pictured-lists.ts';
import type { PicturedPage } from './pictured-page.ts';
import { taskPages } from './pictured-tasks.ts';
import { tenantPages } from './pictured-tenants.ts';

/** All pictured pages, in the order of the document. */
export const picturedPages: readonly PicturedPage[] = [...tenantPages, ...listPages, ...taskPages];

export const pagesDocument = 'docs/console-pages.md';

/** The file with the pictures of a page. */
export function pageSheet({ name }: PicturedPage): string {
  return `docs/pictures/console/pages/${name}.webp`;
}

/** The document that shows the pictures of all pages. */
export function renderPagesDocument(): string {
  const sections = picturedPages.map((page) => {
    const picture = pageSheet(page).replace('docs/', '');
    return `## ${page.title}\n\n${page.shows}\n\n![${page.title}](${picture})\n`;
  });
  const lead = [
    'Each picture shows a page of the [console](console.md) for the sample repository in light and dark colors, on a wide screen',
    'and on one that is 320 pixels wide. `npm run pictures` writes this document and its pictures.',
  ];
  return ['# Pages of the console\n', `${lead.join('\n')}\n`, ...sections].join('\n');
}
