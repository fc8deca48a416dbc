import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { count, countStep, countTests, failedTests } from './count.mjs'

const file = (status, ...tests) => ({ status, assertionResults: tests.map((of) => ({ status: of })) })

const folder = (files) => {
  const path = mkdtempSync(join(tmpdir(), 'count-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, name), JSON.stringify(content))
  }
  return path
}

test('skipped tests are neither passed nor failed', () => {
  const report = {
    testResults: [file('failed', 'passed', 'failed', 'skipped', 'todo'), file('passed', 'passed')],
  }
  expect(countTests(report)).toEqual({ passed: 2, failed: 1 })
})

test('a test file that failed before its first test counts as one failure', () => {
  expect(countTests({ testResults: [file('failed'), file('passed', 'passed')] })).toEqual({
    passed: 1,
    failed: 1,
  })
})

test('failed tests are named with their file and what they said', () => {
  const failed = { status: 'failed', fullName: 'two is one', failureMessages: ['expected 2 to be 1'] }
  expect(
    failedTests({
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed' }] },
        { name: 'b.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
      ],
    }),
  ).toEqual(['a.test.ts: two is one\nexpected 2 to be 1', 'b.test.ts: cannot be read'])
})

test.each([
  [{ code: 0 }, { passed: 1, failed: 0 }],
  [{ code: 2 }, { passed: 0, failed: 1 }],
])('a step without tests counts as one: %j', (step, expected) => {
  expect(countStep(step, undefined)).toEqual(expected)
})

test('a step that failed though no test of its did counts one failure', () => {
  expect(countStep({ code: 1 }, { testResults: [file('passed', 'passed')] })).toEqual({
    passed: 1,
    failed: 1,
  })
})

test('a failed test is not counted twice for the exit code of its step', () => {
  expect(countStep({ code: 1 }, { testResults: [file('failed', 'failed')] })).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('folders are summed up, and one without steps is a failure', () => {
  const whole = folder({
    'steps.json': [
      { name: 'types', code: 0 },
      { name: 'tests', code: 0 },
    ],
    'tests.json': { testResults: [file('passed', 'passed', 'passed')] },
  })
  expect(count([whole, join(whole, 'absent')])).toEqual({ passed: 3, failed: 1 })
})
