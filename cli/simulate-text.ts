import type { Mode } from '../admission/policy.ts';
import type { Rejection } from '../analysis/simulate/simulate.ts';
import { groupBy } from '../data/group-by.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { type AnsweredRejection, verdictText } from '../shell/rejections.ts';
import { count, printable } from '../shell/text.ts';
import type { Ports } from './ports.ts';
import { type Color, type Paint, paintFor } from './style.ts';

const colors: Readonly<Record<Mode, Color>> = { audit: 'dim', deny: 'red', warn: 'yellow' };

/** Rejections as text: by object, then the totals. */
export function simulationText(rejections: readonly AnsweredRejection[], objects: number, ports: Ports): string {
  const paint = paintFor(ports, 'stdout');
  const blocks = [...groupBy(rejections, ({ id }) => formatId(id))].map(([object, own]) => {
    const head = `${paint('bold', printable(object))} of ${printable(own[0]?.tenant ?? '')}\n`;
    return `${head}${own.map((rejection) => rejectionText(rejection, paint)).join('')}`;
  });
  return `${blocks.join('\n')}${blocks.length > 0 ? '\n' : ''}${totals(rejections, objects)}\n`;
}

function rejectionText({ mode, message, apiServer }: AnsweredRejection, paint: Paint): string {
  const answer = apiServer ? `         ${verdictText(apiServer, printable)}\n` : '';
  return `  ${paint(colors[mode], mode.padEnd(5))}  ${printable(message)}\n${answer}`;
}

const endings: Readonly<Record<Mode, string>> = {
  deny: 'would be rejected',
  warn: 'would cause warnings',
  audit: 'would be recorded',
};

/** `120 objects read; 2 would be rejected, 1 would cause warnings` */
function totals(rejections: readonly Rejection[], objects: number): string {
  const parts = (['deny', 'warn', 'audit'] as const).flatMap((mode) => {
    const own = new Set(rejections.filter((one) => one.mode === mode).map(({ id }) => formatId(id)));
    return own.size === 0 ? [] : [`${own.size} ${endings[mode]}`];
  });
  return `${count(objects, 'object')} read; ${parts.length === 0 ? 'none would be rejected' : parts.join(', ')}`;
}
