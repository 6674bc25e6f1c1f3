import * as nodeModule from 'node:module';

// Node 22.1 and later can cache compiled code between runs. The cache must be enabled before the code is loaded, so the
// program is a separate module.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
  nodeModule.enableCompileCache();
await import('./program.ts');
