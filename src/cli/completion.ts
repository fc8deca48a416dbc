import type { CommandUnknownOpts } from '@commander-js/extra-typings'

export const shells = ['bash', 'zsh', 'fish'] as const

/**
 * Returns a script that lets a shell complete the commands of a program and their options. Everything else is completed
 * with file names.
 */
export function completionFor(shell: (typeof shells)[number], program: CommandUnknownOpts): string {
  switch (shell) {
    case 'bash':
      return forBash(program)
    case 'zsh':
      return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${forBash(program)}`
    case 'fish':
      return forFish(program)
  }
}

const forBash = (program: CommandUnknownOpts): string => {
  const name = program.name()
  const own = `_${name.replaceAll('-', '_')}`
  const cases = program.commands.map(
    (command) => `    ${command.name()}) words='${flagsOf(command).join(' ')}' ;;`,
  )
  const commands = program.commands.map((command) => command.name()).join(' ')
  return `${own}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands}' -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=() ;;
  esac
}
complete -o default -F ${own} ${name}
`
}

const flagsOf = ({ options }: CommandUnknownOpts): string[] => [
  ...options.flatMap(({ long }) => long ?? []),
  '--help',
]

const forFish = (program: CommandUnknownOpts): string => {
  const complete = `complete -c ${program.name()}`
  const lines = program.commands.flatMap((command) => [
    `${complete} -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.description())}`,
    ...command.options.map(
      ({ long = '', required, optional, description }) =>
        `${complete} -n '__fish_seen_subcommand_from ${command.name()}' -l ${long.slice(2)}${required || optional ? ' -r' : ''} -d ${quoted(description)}`,
    ),
  ])
  return `${lines.join('\n')}\n`
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
