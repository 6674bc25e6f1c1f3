import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { inEmptyWorld } from './github/checkout.ts';
import { type ModelEvent, shuffledEvents } from './github/model-events.ts';
import { checkRender, startModel } from './github/model-state.ts';
import { randomFrom } from './github/random.ts';

/**
 * Random sequences of events. After each event, one of these is true: the rendered manifests equal the render of the head of
 * main; the last run for that head failed with a reason; or that run has not started. MODEL_SEED repeats a sequence.
 * MODEL_ROUNDS multiplies the number of events: by default, each event happens as often as its weight for each delivery mode.
 */
const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 1e9));
const rounds = Number(process.env['MODEL_ROUNDS'] ?? 1);
/** The number of events in one repository. */
const maxEvents = 10;

suite(`random sequences of events, seed ${seed}`, (test) => {
  for (const deliver of ['branch', 'folder', 'pull-request'] as const)
    test(`never cause a successful run with a wrong render, deliver: ${deliver}`, async () => {
      const random = randomFrom(seed);
      const events: ModelEvent[] = [];
      for (let round = 0; round < rounds; round++) events.push(...shuffledEvents(random));
      assert.ok(events.length > 0);
      for (let first = 0; first < events.length; first += maxEvents)
        await inEmptyWorld(async (world) => {
          const model = await startModel(world, random, deliver);
          for (const event of events.slice(first, first + maxEvents)) {
            await event(model);
            checkRender(model);
          }
        });
    });
});
