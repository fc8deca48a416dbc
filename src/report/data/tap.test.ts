import fc from 'fast-check'
import { Parser } from 'tap-parser'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../core/events.ts'
import type { ReportOptions } from '../options.ts'
import {
  end,
  evidence,
  exchange,
  failed,
  passed,
  plan,
  requirements,
  run,
  verdict,
} from '../testing/record.ts'
import { viewSaying } from '../testing/saying.ts'
import { type RunView, viewOf } from '../view.ts'
import { tap } from './tap.ts'

const options: ReportOptions = {
  colour: false,
  verbose: false,
  report: 'report.json',
  complete: false,
  enforce: 'must',
}

interface Point {
  ok: boolean
  name: string
  skip?: string | boolean
  diag?: Record<string, unknown>
}

/** Reads it as strictly as the protocol allows: a line that is none of its own is an error. */
const read = (view: RunView) => {
  const points: Point[] = []
  const unknown: string[] = []
  const parser = new Parser({ strict: true })
  parser.on('assert', (point: Point) => points.push(point))
  parser.on('extra', (line: string) => unknown.push(line))
  parser.end(tap(view, options))
  return { points, unknown, failures: parser.failures.filter(({ tapError }) => tapError) }
}

const of = (...events: RunEvent[]): RunView => viewOf([run(), ...events], requirements)

test('a check is a point: passed, failed with its evidence, or skipped with its reason', () => {
  const { points, unknown, failures } = read(
    of(
      plan('a/1', 'a/2', 'a/3'),
      exchange(1, 'a/1', { milliseconds: 12 }),
      passed('a/1', 'token.known'),
      failed('a/2', evidence()),
      verdict('a/3', { status: 'skipped', missing: ['tokens.expired # in the target file'] }),
      end(),
    ),
  )
  expect({ unknown, failures }).toEqual({ unknown: [], failures: [] })
  expect(points).toMatchObject([
    { ok: true, name: 'run/The target was judged' },
    { ok: true, name: 'a/1: Title of a/1', time: 12 },
    {
      ok: false,
      name: 'a/2: Title of a/2',
      diag: {
        severity: 'fail',
        type: 'MUST token.known',
        message: 'Broken: What token.known says. Expected: refused (any 4xx); received: status 201',
        text: expect.stringContaining('op-conformance replay report.json a/2'),
      },
    },
    { ok: true, name: 'a/3: Title of a/3', skip: expect.stringContaining('needs tokens.expired') },
  ])
})

test('a run that could not begin is not ok', () =>
  expect(read(of(end({ outcome: 'not judged', sentence: 'Nothing listens.' }))).points).toMatchObject([
    { ok: false, diag: { severity: 'error', message: 'Nothing listens.' } },
  ]))

const shape = (view: RunView) => {
  const { points, unknown, failures } = read(view)
  return { points: points.map(({ ok, skip }) => [ok, Boolean(skip)]), unknown, failures }
}

test('no text of a server adds a point, skips one or ends the stream', () => {
  const plain = shape(viewSaying('x'))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
        fc.constantFrom('\nok 99', ' # SKIP', '\n  ...\nBail out!', '\\# TODO', '\n1..0'),
      ),
      (said) => {
        expect(shape(viewSaying(said))).toEqual(plain)
      },
    ),
    { numRuns: 50 },
  )
})
