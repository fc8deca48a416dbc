import { Argument, type Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CompletionValues } from '../../app/completion-values.ts'
import { lines } from '../../report/text/printable.ts'
import type { Shell } from '../shell.ts'

export function addCompletion(program: Command, { io }: Shell): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and their values in your shell')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action(async (shell) => {
      const { completionValues } = await import('../../app/completion-values.ts')
      io.stdout.write(lines(completionFor(shell, program, await completionValues())))
    })
}

const shells = ['bash', 'zsh', 'fish'] as const

/**
 * Returns a script that lets a shell complete the commands of a program, their options and the values of these.
 * Everything else is completed with file names.
 */
function completionFor(
  shell: (typeof shells)[number],
  program: CommandUnknownOpts,
  values: CompletionValues,
): string {
  switch (shell) {
    case 'bash':
      return forBash(program, values)
    case 'zsh':
      return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${forBash(program, values)}`
    case 'fish':
      return forFish(program, values)
  }
}

const forBash = (program: CommandUnknownOpts, values: CompletionValues): string => {
  const name = program.name()
  const own = `_${name.replaceAll('-', '_')}`
  const commands = program.commands.map((command) => command.name()).join(' ')
  return `${own}() {
  # Bash splits words at colons and equals signs, which are in ids, so the line itself is read.
  local line="\${COMP_LINE:0:$COMP_POINT}" flags="" words="" before
  local current="\${line##* }"
  before=(\${line%"$current"})
  if [ "\${#before[@]}" -le 1 ]; then
    COMPREPLY=($(compgen -W '${commands}' -- "$current"))
    return
  fi
  case "\${before[1]}" in
${program.commands.map((command) => `    ${command.name()}) flags='${flagsOf(command).join(' ')}' ;;`).join('\n')}
  esac
  case "\${before[1]} \${before[\${#before[@]}-1]}" in
${casesOf(program, values).join('\n')}
  esac
  [[ "$current" == -* ]] && words="$flags"
  # A list of values is completed after its last comma.
  local kept="\${current%"\${current##*,}"}" shown=""
  COMPREPLY=($(compgen -P "$kept" -W "$words" -- "\${current##*,}"))
  [[ "$COMP_WORDBREAKS" == *:* ]] && shown="\${current%"\${current##*:}"}"
  COMPREPLY=("\${COMPREPLY[@]#"$shown"}")
}
complete -o default -F ${own} ${name}
`
}

/**
 * The branches of a shell `case` over the command and the word before: the values that may follow. Places that take the
 * same values share a branch.
 */
const casesOf = (program: CommandUnknownOpts, values: CompletionValues): string[] => {
  const places = new Map<string, string[]>()
  for (const [pattern, words] of placesOf(program, values)) {
    const list = words.join(' ')
    places.set(list, [...(places.get(list) ?? []), pattern])
  }
  return [...places].map(([words, patterns]) => `    ${patterns.join(' | ')}) words='${words}' ;;`)
}

/** The patterns of places that take certain values. Those of options come first, because arguments may follow anything. */
const placesOf = (program: CommandUnknownOpts, values: CompletionValues) => [
  ...program.commands.flatMap((command) =>
    valuedOptions(command, values).map(([flag, words]) => [`'${command.name()} ${flag}'`, words] as const),
  ),
  ...program.commands.flatMap((command) => {
    const words = argumentValues(command, values)
    return words.length > 0 ? [[`'${command.name()} '*`, words] as const] : []
  }),
]

/** The options of a command that take one of certain values, with these values. */
const valuedOptions = (
  { options }: CommandUnknownOpts,
  values: CompletionValues,
): Array<readonly [flag: string, values: readonly string[]]> =>
  options.flatMap(({ long, argChoices, description }) => {
    const known = values[long ?? ''] ?? []
    // Not every command has every reporter; the help lists those that it has.
    const offered = long === '--reporter' ? known.filter((value) => description.includes(value)) : known
    const words = argChoices ?? offered
    return long && words.length > 0 ? [[long, words] as const] : []
  })

const argumentValues = (
  { registeredArguments }: CommandUnknownOpts,
  values: CompletionValues,
): readonly string[] =>
  registeredArguments.flatMap((argument) => argument.argChoices ?? values[argument.name()] ?? [])

const flagsOf = ({ options }: CommandUnknownOpts): string[] => [
  ...options.flatMap(({ long }) => long ?? []),
  '--help',
]

const forFish = (program: CommandUnknownOpts, values: CompletionValues): string => {
  const complete = `complete -c ${program.name()}`
  const lists = new Map<string, string>()
  // Each list is written once, because some have more than a thousand values.
  const offering = (words: readonly string[]): string => {
    const list = words.join(' ')
    const variable = lists.get(list) ?? `values_${lists.size}`
    lists.set(list, variable)
    return ` -a "$${variable}"`
  }
  const lines = program.commands.flatMap((command) => {
    const here = `${complete} -n '__fish_seen_subcommand_from ${command.name()}'`
    const valued = new Map(valuedOptions(command, values))
    const offered = argumentValues(command, values)
    return [
      `${complete} -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.description())}`,
      ...command.options.map(({ long = '', required, optional, description }) => {
        const words = valued.get(long)
        const takes = required || optional ? ' -r' : ''
        return `${here} -l ${long.slice(2)}${takes}${words ? offering(words) : ''} -d ${quoted(description)}`
      }),
      ...(offered.length > 0 ? [here + offering(offered)] : []),
    ]
  })
  const variables = [...lists].map(([list, variable]) => `set -l ${variable} ${list}`)
  return `${[...variables, ...lines].join('\n')}\n`
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
