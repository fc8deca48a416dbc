import { changesBetween, isTargetWorse } from '../../report/diff.ts'
import { diffView } from '../../report/diff-view.ts'
import type { Presented } from '../../report/document/view.ts'
import type { Io } from '../environment.ts'
import { exit } from '../exit.ts'
import { readReportFile } from './run-record.ts'

export async function diff(
  before: string,
  after: string,
  io: Pick<Io, 'cwd'>,
): Promise<{ view: Presented; code: number }> {
  const first = await readReportFile(before, io)
  const second = await readReportFile(after, io)
  const changes = changesBetween(first, second)
  const unknown = second.outcome === 'complete' ? exit.fine : exit.notJudged
  return { view: diffView(first, second, changes), code: isTargetWorse(changes) ? exit.failed : unknown }
}
