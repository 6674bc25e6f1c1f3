import { writeIfChanged } from './build/write.ts';
import { drawTerminal, terminalPicture } from './pictures/terminal.ts';

/** Renders the pictures of the documentation with the built programs. */
writeIfChanged(terminalPicture, drawTerminal());
