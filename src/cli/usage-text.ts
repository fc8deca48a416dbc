import type { Command, CommanderError } from '@commander-js/extra-typings'
import { keysByOption } from '../app/target-by-url.ts'

/** Returns the flaw that commander found in a command line, and where to read on. */
export function usageText(error: CommanderError, argv: readonly string[], program: Command): string {
  const [fact = '', hint = ''] = error.message.replace(/^error: /, '').split('\n')
  const meant = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(hint)?.[1]
  const command = program.commands.find((one) => one.name() === argv[0])
  const help = `\`op-conformance ${command ? `${command.name()} ` : ''}--help\``
  const sentence = fact.charAt(0).toUpperCase() + fact.slice(1).replace(/\.$/, '')
  const elsewhere = error.code === 'commander.unknownOption' ? optionElsewhere(fact, program) : undefined
  if (elsewhere) return `${sentence}; ${elsewhere}; see ${help}\n`
  return `${sentence}; ${meant ? `did you mean ${meant}? See` : 'see'} ${help}\n`
}

/** Says which commands have the option that this one lacks, and which key of the target file has the same effect. */
const optionElsewhere = (fact: string, program: Command): string | undefined => {
  const option = /'(--[^'=]+)/.exec(fact)?.[1]
  const having = program.commands
    .filter(({ options }) => options.some(({ long }) => long === option))
    .map((command) => command.name())
  if (option === undefined || having.length === 0) return undefined
  const key = keysByOption[option]
  const also = key === undefined ? '' : `, with the URL of a wallet address; in a target file, set ${key}`
  return `it is an option of ${inWords(having)}${also}`
}

const inWords = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')
