import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { type Answer, corpusFile, readCorpus } from '../test/gotemplate/corpus.ts';
import { suite } from '../test/harness.ts';
import { builtTool } from './tools/paths.ts';

suite('the committed results of templates', (test) => {
  test('equal the results of Go itself', () => {
    const corpus = readCorpus();
    const questions = corpus.samples.map(({ template }) => ({ template }));
    const input = JSON.stringify({ data: corpus.data, samples: questions });
    const answers = JSON.parse(execFileSync(builtTool('gotemplate'), { input, encoding: 'utf8' })) as readonly Answer[];
    const samples = questions.map((question, index) => ({ ...question, ...answers[index] }));
    if (process.env['UPDATE'] === '1')
      writeFileSync(corpusFile, `${JSON.stringify({ ...corpus, samples }, null, 2)}\n`);
    assert.equal(
      answers.map(({ output }, index) => ({ template: questions[index]?.template, output })),
      corpus.samples.map(({ template, output }) => ({ template, output })),
    );
  });
});
