import type { Form } from '../report/document/document.ts'
import type { Screen } from '../report/document/terminal.ts'
import { type Presented, printedAs } from '../report/document/view.ts'
import { lines } from '../report/text/printable.ts'
import { type Io, isLively, type Stream } from './environment.ts'

/** Prints a view on standard output, in the form that the user asked for. */
export function show(view: Presented, form: Form, { stdout, env }: Pick<Io, 'stdout' | 'env'>): void {
  stdout.write(lines(printedAs(form, view, screenOf(stdout, env))))
}

/** Returns the colours and the width of a stream. Lines for a pipe are not wrapped. */
export function screenOf(stream: Stream, env: Io['env']): Screen {
  return { colour: isLively(stream, env), width: stream.isTTY ? stream.columns : undefined }
}
