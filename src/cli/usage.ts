import type { Command, CommanderError } from '@commander-js/extra-typings'

/** What is wrong with a command line, as commander found it: the fact, and where to read on. */
export function usageText({ message }: CommanderError, argv: readonly string[], program: Command): string {
  const [fact = '', hint = ''] = message.replace(/^error: /, '').split('\n')
  const meant = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(hint)?.[1]
  const command = program.commands.find((one) => one.name() === argv[0])
  const help = `\`op-conformance ${command ? `${command.name()} ` : ''}--help\``
  const sentence = fact.charAt(0).toUpperCase() + fact.slice(1).replace(/\.$/, '')
  return `${sentence}; ${meant ? `did you mean ${meant}? See` : 'see'} ${help}\n`
}
