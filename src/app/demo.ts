import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createMock } from '../../mock/server/server.ts'
import { targetFile } from '../../mock/server/target-file.ts'
import { terminalText } from '../report/document/terminal.ts'
import { line, lines } from '../report/text/printable.ts'
import { summary, text } from '../report/text/text.ts'
import { defaultConcurrency, defaultRuns, defaultSeed } from './defaults.ts'
import { tryToWrite, withFile, writeWhole } from './files.ts'
import type { GuardedIo } from './run/guarded.ts'
import { type CompletedRun, judgeAndWrite } from './run/run.ts'

/** The folder for the files of a demo. The next demo replaces them. */
const folder = join('reports', 'demo')
const file = join(folder, 'op-conformance.yaml')

/** The demo has no option for another folder. */
const next = 'start the demo in a folder that you can write to'

/** Starts the mock, runs against it and writes the report, without any setup. Returns the exit code of the run. */
export async function demo(io: GuardedIo): Promise<number> {
  const path = resolve(io.cwd, file)
  const subject = `The target file ${file}`
  withFile(subject, () => tryToWrite(path), next)
  const mock = createMock({ now: () => io.now().getTime(), random: randomBytes })
  const listening = await mock.listen({ port: 0 })
  try {
    withFile(subject, () => writeWhole(path, targetFile(mock, listening), { mode: 0o600 }), next)
    io.stdout.write(
      line`The reference server runs at ${listening.url} and is judged like any other server.\n\n`,
    )
    const ran = await judgeAndWrite(file, settings, io)
    io.stdout.write(lines(`${screen(ran)}\n\nReport for your browser: ${join(folder, 'report.html')}\n`))
    io.stdout.write(lines('To judge your own server, write a target file for it with: op-conformance init\n'))
    return ran.code
  } finally {
    await listening.close()
  }
}

const settings = {
  only: [],
  exclude: [],
  seed: defaultSeed,
  runs: defaultRuns,
  concurrency: defaultConcurrency,
  out: folder,
  reporter: [],
}

/** Returns the summary, or the whole report if the run did not pass. */
const screen = ({ code, view, facts }: CompletedRun): string =>
  (code === 0
    ? terminalText({ title: 'Summary', blocks: summary(view, facts) }, facts)
    : text(view, facts)
  ).trimEnd()
