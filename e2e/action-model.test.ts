import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { inEmptyWorld } from './github/checkout.ts';
import { playEvent } from './github/model-events.ts';
import { checkRender, startGame } from './github/model-game.ts';
import { randomFrom } from './github/random.ts';

/**
 * Random sequences of events. After each, what is rendered equals the render of the head of main, or the last run of that
 * head failed with a reason, or it is still to run. MODEL_SEED repeats a sequence, MODEL_SECONDS sets the time for each
 * way of delivery.
 */
const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 1e9));
const seconds = Number(process.env['MODEL_SECONDS'] ?? 35);

suite(`random sequences of events, seed ${seed}`, (test) => {
  for (const deliver of ['branch', 'folder', 'pull-request'] as const)
    test(`never end green with a wrong render, deliver: ${deliver}`, async () => {
      const random = randomFrom(seed);
      const end = Date.now() + seconds * 1000;
      let steps = 0;
      while (Date.now() < end)
        await inEmptyWorld(async (world) => {
          const game = await startGame(world, random, deliver);
          for (let step = 0; step < 15 && Date.now() < end; step++, steps++) {
            await playEvent(game);
            checkRender(game);
          }
        });
      assert.ok(steps > 0);
      process.stdout.write(`${steps} steps `);
    });
});
