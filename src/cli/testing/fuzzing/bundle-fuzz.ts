import { expect } from 'vitest'
import { alteredStatement } from '../altered-bundles.ts'
import { bundledRun, bundlesFolder, statementWith, verified } from '../bundles.ts'

/** Strips the parts of the output that name the packer, because another version may have packed the bundle. */
const withoutPacker = (text: string): string => text.replace(/^bundled by .*$/m, '')

/**
 * Verifies this many altered bundles. A bundle that is signed with the right key verifies only if the output is the
 * same as for the genuine bundle: then the alteration touched nothing that a result depends on.
 */
export async function fuzzBundles(count: number, by: 'signer' | 'stranger'): Promise<void> {
  const cwd = bundlesFolder()
  const run = await bundledRun(cwd, 'fuzzed', ['without-token-known'])
  const genuine = await verified(cwd, statementWith(run))
  expect(genuine.code).toBe(5)
  const wrong: string[] = []
  for (let seed = 0; seed < count; seed++) {
    const { name, payload } = alteredStatement(run, seed)
    const { code, stdout, stderr } = await verified(cwd, payload, by)
    const isAsIntended = by === 'stranger' ? code === 1 && stdout.includes('another key') : isRefused(code)
    const isSame = code === 5 && by === 'signer' && withoutPacker(stdout) === withoutPacker(genuine.stdout)
    if (!isAsIntended && !isSame) wrong.push(`${name}: exit code ${code}\n${stdout}${stderr}`)
    // The judge gets only events that fit the schema, and no such event breaks it.
    if (stdout.includes('cannot be judged')) wrong.push(`${name}: ${stdout}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(stdout))
      wrong.push(`${name}: raw control characters`)
  }
  expect(wrong).toEqual([])
}

const isRefused = (code: number): boolean => [1, 2, 3].includes(code)
