import { asideAmong, printedAmong } from '../app/records/outputs.ts'
import type { CompletedRun } from '../app/run/run.ts'
import { screenOf } from '../app/show.ts'
import { printedAs } from '../report/document/view.ts'
import { reporterNamed } from '../report/index.ts'
import { line, lines } from '../report/text/printable.ts'
import type { Shell } from './shell.ts'

/** Prints the result of a run: the text report, unless a reporter replaces it. */
export function printRun(
  { view, facts, outputs, wrote, compared }: Omit<CompletedRun, 'code' | 'known'>,
  io: Shell['io'],
): void {
  const printed = printedAmong(outputs) ?? reporterNamed('text')
  io.stdout.write(lines(printed.render(view, facts)))
  // A format for programs must stay alone on standard output.
  if (compared) {
    const stream = printed.name === 'text' ? io.stdout : io.stderr
    stream.write(lines(`\n${printedAs('text', compared, screenOf(stream, io.env))}`))
  }
  for (const { render } of asideAmong(outputs)) io.stderr.write(lines(render(view, facts)))
  io.stderr.write(line`wrote ${wrote.join(', ')}\n`)
}
