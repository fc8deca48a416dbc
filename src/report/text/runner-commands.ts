/**
 * Breaks up text that a GitHub runner would carry out in the output of a step: `##[` anywhere in a line, and `::` at
 * its beginning, indented or not. The annotations of the reporter `github` stay.
 */
export function withoutRunnerCommands(text: string): string {
  return text.replace(atBeginning, '$1: :').replaceAll('##[', '## [')
}

const atBeginning = /^(?!::(?:error|warning|notice) (?:file|title)=)([^\S\n]*)::/gm
