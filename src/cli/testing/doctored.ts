import { command, folder, type Ran, type World } from './command.ts'
import { type Served, serveMock, writeTarget } from './mock.ts'

interface Setting {
  serving?: Parameters<typeof serveMock>[0]
  world?: Partial<World>
}

/** The result of the doctor for a target file that differs from the mock's own. */
export interface Doctored extends Ran {
  /** The findings: sign and area, fact, place and next step. `http://mock` replaces the address of the mock. */
  findings: string[][]
}

export async function doctored(
  change: (served: Served) => object,
  { serving, world }: Setting = {},
): Promise<Doctored> {
  const cwd = await folder()
  const served = await serveMock(serving)
  writeTarget(cwd, served.target, change(served))
  const ran = await command(['doctor', 't.yaml'], { cwd, ...world })
  return { ...ran, findings: findingsIn(ran.stdout.replaceAll(served.url, 'http://mock')) }
}

/** Returns the findings in the output of the doctor. */
export const findingsIn = (text: string): string[][] =>
  [...text.matchAll(/^([✗!] \w+) +(.*)\n((?: {13}(?:at|next) .*\n)+)/gm)].map(
    ([, sign = '', fact = '', rest = '']) => [
      sign,
      fact,
      ...rest
        .trimEnd()
        .split('\n')
        .map((line) => line.trim()),
    ],
  )

/** Returns a part of the target's tree. */
export function part(target: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object(target[key])
}
