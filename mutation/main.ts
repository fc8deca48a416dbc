import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { inSampleOrder } from '../src/selftest/fault.ts'
import type { Settings } from './attempt.ts'
import { type Instrumented, instrument, type Mutant } from './instrument.ts'
import { createMutantRunner } from './mutant-runner.ts'
import { type Result, resultOf } from './outcome.ts'
import { idleReasons, loadReasons, reasonFor } from './reasons.ts'
import { recordOf, type Tried, textOf } from './record.ts'
import { startThread } from './threads.ts'
import { plantTree } from './tree.ts'

// Measures how many unforeseen defects the checks notice. Mutants of the mock's sources are drawn by a seed, and all
// checks run against each. Reads the sources and the build of the project.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '500' },
    runs: { type: 'string', default: '5' },
    jobs: { type: 'string', default: '2' },
    /** Selects mutants of files whose name contains this text. */
    file: { type: 'string', default: '' },
    json: { type: 'string' },
    /** The file that gets each result as it comes, one per line. */
    log: { type: 'string' },
  },
})
const seed = Number(values.seed)
const runs = Number(values.runs)
const settings: Settings = { seed: 1, runs }

const project = fileURLToPath(new URL('../..', import.meta.url))
const reasons = loadReasons(join(project, 'mutation/survivors.yaml'))
/** A mutant may take this many times as long as the strict mock. */
const patience = 15

const tryThem = async ({ mutants, sources, fingerprint }: Instrumented): Promise<Tried> => {
  const began = performance.now()
  const tree = plantTree(project, sources)
  try {
    const worker = tree.built('mutation/worker.ts')
    const { strict, atStart, reached } = await tryStrict(worker)
    const deadline = patience * (performance.now() - began)
    const eligible = mutants.filter(({ number }) => reached.has(number))
    const left = inSampleOrder(eligible, seed)
      .filter(({ file }) => file.includes(values.file))
      .slice(0, Number(values.sample))
    const results: Result[] = []
    const work = async (): Promise<void> => {
      const runner = createMutantRunner(worker, { settings, strict }, deadline)
      for (let mutant = left.shift(); mutant; mutant = left.shift()) {
        const { number } = mutant
        const came = await runner.tryMutant({ number, isStatic: atStart.has(number) })
        const result = explained(resultOf(mutant, came))
        results.push(result)
        if (values.log !== undefined) appendFileSync(values.log, `${JSON.stringify(result)}\n`)
        process.stderr.write(`\r${results.length} tried, ${left.length} to go `)
      }
      await runner.end()
    }
    await Promise.all(Array.from({ length: Number(values.jobs) }, work))
    const milliseconds = performance.now() - began
    return { seed, runs, fingerprint, all: mutants.length, reached: eligible.length, results, milliseconds }
  } finally {
    tree.remove()
  }
}

const tryStrict = async (worker: URL) => {
  const thread = startThread(worker, { settings })
  const came = await thread.next(600_000)
  await thread.end()
  if (!('strict' in came)) throw new Error(`the strict mock was not judged: ${JSON.stringify(came)}`)
  return { strict: came.strict, atStart: new Set(came.atStart), reached: new Set(came.reached) }
}

const explained = (result: Result): Result => {
  const because = reasonFor(result, reasons)
  return because === undefined ? result : { ...result, because }
}

const byPlace = (one: Mutant, other: Mutant): number =>
  one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1

const instrumented = await instrument(project)
const tried = await tryThem(instrumented)
const results = [...tried.results].sort(byPlace)
const record = recordOf({ ...tried, results })
process.stdout.write(`\n${textOf(record, results)}`)
for (const { file, was } of idleReasons(reasons, instrumented.mutants))
  process.stdout.write(
    `mutation/survivors.yaml has a reason for ${was} in ${file}, where no mutant replaces that\n`,
  )
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(record, null, 2)}\n`)
