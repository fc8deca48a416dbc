import type { BundledRun } from '../../app/bundle/statement.ts'
import type { RunEvent } from '../../core/events.ts'
import { recording, reporting } from './bundles.ts'

/** Forgeries of a failed run. Each is signed with the right key. */
export const forgeries: ReadonlyArray<readonly [string, (run: BundledRun) => BundledRun]> = [
  [
    'a report without its failed checks',
    (run) =>
      reporting(run, (report) => {
        report.checks = report.checks.filter(({ verdict }) => verdict?.status !== 'failed')
        report.findings = []
        report.exitCode = 0
      }),
  ],
  ['another exit code', (run) => reporting(run, (report) => Object.assign(report, { exitCode: 0 }))],
  [
    'other counts',
    (run) => reporting(run, (report) => Object.assign(report.counts.checks, { failed: 0, passed: 99 })),
  ],
  [
    'a report of another server',
    (run) =>
      reporting(run, ({ run: { target } }) => Object.assign(target, { baseUrl: 'https://bank.example' })),
  ],
  [
    'events and report of another server, with the exchanges as they were',
    (run) =>
      recording(
        reporting(run, ({ run: { target } }) => Object.assign(target, { baseUrl: 'https://bank.example' })),
        (event) =>
          event.type === 'run'
            ? { ...event, target: { ...event.target, baseUrl: 'https://bank.example' } }
            : event,
      ),
  ],
  [
    'an interrupted run that is reported as complete',
    (run) => recording(run, (event) => (event.type === 'end' ? undefined : event)),
  ],
  [
    'other overrides in the report',
    (run) => reporting(run, (report) => Object.assign(report.run.overrides, { pageSize: { maximum: 1 } })),
  ],
  [
    'other overrides in the events',
    (run) =>
      recording(run, (event) =>
        event.type === 'run' ? { ...event, overrides: { pageSize: { maximum: 99 } } } : event,
      ),
  ],
  [
    'another date',
    (run) => reporting(run, (report) => Object.assign(report.run, { at: '2020-01-01T00:00:00Z' })),
  ],
  [
    'another profile',
    (run) => reporting(run, (report) => Object.assign(report.run, { profile: 'open-payments-1.3' })),
  ],
  [
    'a profile that is a path',
    (run) =>
      recording(run, (event) => (event.type === 'run' ? { ...event, profile: '../../../etc' } : event)),
  ],
  ['less coverage', (run) => reporting(run, (report) => report.coverage.pop())],
  [
    'a failed check whose exchanges were taken out',
    (run) =>
      recording(run, (event) => ('check' in event && event.check === 'tokens/unknown' ? undefined : event)),
  ],
  [
    'a verdict that its observations do not give',
    (run) => recording(run, (event) => (event.type === 'verdict' ? passedFrom(event) : event)),
  ],
  ['no verdicts', (run) => recording(run, (event) => (event.type === 'verdict' ? undefined : event))],
  ['no events', (run) => ({ ...run, 'events.ndjson': Buffer.alloc(0) })],
  ['no report', (run) => ({ ...run, 'report.json': Buffer.alloc(0) })],
  ['no catalogue', (run) => ({ ...run, 'catalogue.json': Buffer.alloc(0) })],
  ['a milder catalogue', (run) => ({ ...run, 'catalogue.json': milder(run['catalogue.json']) })],
]

export const passedFrom = (event: Extract<RunEvent, { type: 'verdict' }>): RunEvent => ({
  ...event,
  verdict: { status: 'passed' },
})

const milder = (catalogue: Buffer): Buffer => Buffer.from(catalogue.toString().replaceAll('MUST', 'note'))
