import { topicOf } from '../check/kinds/check.ts'
import type { ExchangeEvent } from '../core/events.ts'
import type { Occurrence } from './findings/finding.ts'
import { escapeControl } from './text/escape-control.ts'

/** A command line that can be pasted as it stands. */
export interface ShellCommand {
  name: 'sign' | 'replay' | 'explain'
  command: string
}

/** What gives a failure again: its request, signed afresh, and all that its check did. Not of what a client sent. */
export function commandsFor(
  { check }: Occurrence,
  exchange: ExchangeEvent | undefined,
  { report }: { report: string },
): ShellCommand[] {
  if (topicOf({ id: check }) === 'client') return []
  const again = (name: 'sign' | 'replay'): ShellCommand => commandOf(name, word(report), check)
  return exchange ? [again('sign'), again('replay')] : [again('replay')]
}

/** What tells a requirement or a check in full. */
export function explainCommand(id: string): ShellCommand {
  return commandOf('explain', id)
}

const commandOf = (name: ShellCommand['name'], ...words: string[]): ShellCommand => ({
  name,
  command: escapeControl(['op-conformance', name, ...words].join(' ')),
})

/** A path as a shell takes it. */
const word = (path: string): string =>
  /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
