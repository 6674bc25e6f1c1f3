import { code } from '../shell/markdown.ts';
import type { Event } from './event.ts';

/** The commands with which GitHub starts no run for a push, if the message of the pushed commit contains one. */
const skipCommand = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/i;

/** The note of the report about a title that GitHub copies into the message of a merge. */
export function skipNotes({ pullRequest }: Pick<Event, 'pullRequest'>): readonly string[] {
  const [command] = skipCommand.exec(pullRequest?.title ?? '') ?? [];
  if (command === undefined) return [];
  return [
    `The title of the pull request contains ${code(command)}. With this text in the message of the merge, GitHub starts no run that renders the change: remove it from the title.`,
  ];
}
