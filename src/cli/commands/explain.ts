import { explain as explained } from '../../report/explain.ts'
import { exit } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadReference } from '../reference.ts'

/** Prints one check or requirement in full. */
export const explain = async (id: string, { stdout }: Io): Promise<number> => {
  stdout.write(explained(id, await loadReference()))
  return exit.fine
}
