import { readFileSync } from 'node:fs';

/** A step of a guide, with the commands that roll it back. */
export interface GuideStep {
  readonly title: string;
  readonly commands: string;
  readonly rollback: string;
}

/** The steps of a page: each section has its commands, and a subsection with the commands that roll it back. */
export function guideSteps(page: string): readonly GuideStep[] {
  const [, ...sections] = readFileSync(page, 'utf8').split(/^## /m);
  return sections.flatMap((section) => {
    const [there = '', back = ''] = section.split(/^### Roll back$/m);
    const title = there.split('\n')[0] ?? '';
    const step = { title, commands: commandsIn(there), rollback: commandsIn(back) };
    if ((step.commands === '') !== (step.rollback === ''))
      throw new Error(`${page}: ${title} must have commands and commands to roll it back, or neither`);
    return step.commands === '' ? [] : [step];
  });
}

function commandsIn(text: string): string {
  return [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, commands = '']) => commands).join('\n');
}
