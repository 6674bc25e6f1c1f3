import { writeAssets } from './release/assets.ts';

/** Writes the assets of a release to assets/, or to the directory in the first argument. */
writeAssets(process.argv[2] ?? 'assets');
