import { topicOf } from '../check/kinds/check.ts'
import type { ExchangeEvent } from '../core/events.ts'
import type { Occurrence } from './findings/finding.ts'
import { escapeControl } from './text/escape-control.ts'

/** A command line that can be pasted into a shell unchanged. */
export interface ShellCommand {
  name: 'sign' | 'replay' | 'explain'
  command: string
}

/**
 * Returns the commands that reproduce a failure: one signs its request afresh, one repeats everything that its check
 * did. A request that a client sent has no such commands.
 */
export function commandsFor(
  { check }: Occurrence,
  exchange: ExchangeEvent | undefined,
  { report }: { report: string },
): ShellCommand[] {
  if (topicOf({ id: check }) === 'client') return []
  const again = (name: 'sign' | 'replay'): ShellCommand => commandOf(name, word(report), check)
  return exchange ? [again('sign'), again('replay')] : [again('replay')]
}

/** Returns the command that shows a requirement or a check in full. */
export function explainCommand(id: string): ShellCommand {
  return commandOf('explain', id)
}

const commandOf = (name: ShellCommand['name'], ...words: string[]): ShellCommand => ({
  name,
  command: escapeControl(['op-conformance', name, ...words].join(' ')),
})

/** Quotes a path for a shell, if it needs quotes. */
const word = (path: string): string =>
  /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
