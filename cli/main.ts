import * as nodeModule from 'node:module';

// Where Node can (from 22 on), what V8 makes of the code at one start is kept for the next ones. It must be asked
// before the code is loaded, hence the second module.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
  nodeModule.enableCompileCache();
await import('./program.ts');
