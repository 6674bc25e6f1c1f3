import { delegatedShapes } from './delegated-shapes.ts';
import { directoryShapes } from './directory-shapes.ts';
import { gotemplateShapes } from './gotemplate-shapes.ts';
import { messageShapes } from './message-shapes.ts';
import { resourceShapes } from './resource-shapes.ts';
import { schemaShapes } from './schema-shapes.ts';
import { selectorShapes } from './selector-shapes.ts';
import type { HostileShape } from './write.ts';
import { yamlShapes } from './yaml-shapes.ts';

/** Every shape whose cost must grow at most linearly with its size. */
export const hostileShapes: readonly HostileShape[] = [
  ...yamlShapes,
  ...schemaShapes,
  ...resourceShapes,
  ...selectorShapes,
  ...directoryShapes,
  ...delegatedShapes,
  ...gotemplateShapes,
  ...messageShapes,
];
