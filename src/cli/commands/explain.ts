import { explain as explained } from '../../report/explain.ts'
import { exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadReference } from '../reference.ts'

/** Prints one check or requirement in full. */
export const explain = async (id: string, { stdout }: Io): Promise<number> => {
  stdout.write(explained(id, await loadReference(), await ofTheMock()))
  return exit.fine
}

/** What of the mock has an id. */
const ofTheMock = async (): Promise<Map<string, string>> => {
  const { allFaults } = await import('../../../mock/faults/index.ts')
  const { allStyles } = await import('../../../mock/styles/index.ts')
  return new Map([
    ...allStyles.map(({ id }) => [id, 'a style of the mock; see `op-conformance list --styles`'] as const),
    ...allFaults().map(
      ({ id, breaks }) =>
        [
          id,
          `a fault of the mock, which breaks ${breaks}; see \`op-conformance explain ${breaks}\``,
        ] as const,
    ),
  ])
}
