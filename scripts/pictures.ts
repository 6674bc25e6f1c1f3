import { writeIfChanged } from './build/write.ts';
import { drawTerminal, terminalPicture } from './pictures/terminal.ts';

/** Renders the picture of the terminal for the documentation with the built program. */
writeIfChanged(terminalPicture, drawTerminal());
