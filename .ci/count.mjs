// The sum of what steps.mjs and vitest wrote to the folders named: `node .ci/count.mjs FOLDER…`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The tests of vitest's JSON report. A file that failed before its first test counts as one. */
export const countTests = ({ testResults }) => {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const those = (status) => tests.filter((test) => test.status === status).length
  return { passed: those('passed'), failed: those('failed') + broken.length }
}

/** What failed, by name: the files and their tests, as the last lines of a log that was cut still have them. */
export const failedTests = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [`${name}: ${message}`]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages = [] }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`)
  })

/** A step counts as its tests, if it ran any, else as one. One that failed counts a failure at the least. */
export const countStep = ({ code }, report) => {
  if (!report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const { passed, failed } = countTests(report)
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

/** A folder without steps is a command that did not get as far as its first step. */
const countFolder = (folder) => {
  const steps = read(join(folder, 'steps.json'))
  if (!steps) return [{ passed: 0, failed: 1 }]
  return steps.map((step) => countStep(step, read(join(folder, `${step.name}.json`))))
}

/** The tests that failed, and the steps that failed with all their tests passed. */
const failuresOfFolder = (folder) =>
  (read(join(folder, 'steps.json')) ?? [{ name: folder, code: 1 }]).flatMap(({ name, code }) => {
    const report = read(join(folder, `${name}.json`))
    const failed = report ? failedTests(report) : []
    return failed.length === 0 && code !== 0 ? [`${name} ended with ${code}`] : failed
  })

export const count = (folders) => {
  const counts = folders.flatMap(countFolder)
  const sum = (of) => counts.reduce((total, each) => total + each[of], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2)
  for (const name of folders.flatMap(failuresOfFolder)) console.log(`✗ ${name}`)
  const { passed, failed } = count(folders)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
