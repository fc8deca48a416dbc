/** Splits a shell script into the words of its commands. */
export function commandsIn(script: string): string[][] {
  return script
    .replaceAll(/ *\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#\s.*$/, ''))
    .flatMap(partsOf)
    .filter((words) => words.length > 0)
}

const partsOf = (line: string): string[][] => {
  const parts: string[][] = [[]]
  for (const [quoted] of line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g)) {
    if (['&&', '|'].includes(quoted)) parts.push([])
    else if (quoted === '>') break
    else parts.at(-1)?.push(unquoted(quoted))
  }
  return parts
}

const unquoted = (word: string): string =>
  word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, (_, single?: string, double = '') => single ?? double)
