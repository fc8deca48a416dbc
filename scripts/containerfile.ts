export interface Instruction {
  line: number
  name: string
  words: string
}

/** The instructions of a Containerfile. Each instruction has to be on its own line. */
export function instructionsIn(text: string): Instruction[] {
  return text.split('\n').flatMap((line, index) => {
    const [, name, words] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return name === undefined || words === undefined ? [] : [{ line: index + 1, name, words }]
  })
}
