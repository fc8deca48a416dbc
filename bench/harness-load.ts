import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createRecord } from '../src/app/records/record-file.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { eventsVersion, type RunEvent } from '../src/core/events.ts'
import { createWire } from '../src/http/exchange.ts'
import { createRedactor } from '../src/http/records/redact.ts'
import { createDispatcher } from '../src/http/wire/dispatcher.ts'
import { createJudge } from '../src/judge/judge.ts'
import { planOf } from '../src/run/plan/plan.ts'
import { selectionOf } from '../src/run/plan/select.ts'
import { loadTarget } from '../src/target-file/reading/load.ts'
import { loadSuite } from '../suites/load.ts'
import { answer } from './child.ts'
import { quoteRequest, unlimited } from './quote-request.ts'
import { type Length, rateOf } from './rate.ts'
import type { Settings } from './settings.ts'

const now = (): Date => new Date()

/** The path of one exchange in a run: built, signed, sent, recorded without secrets, judged, written down. */
const createPath = async (file: string): Promise<() => Promise<void>> => {
  const cwd = dirname(file)
  const target = unlimited(await loadTarget({ file, cwd, env: {}, now: Date.now }))
  const suite = await loadSuite()
  const catalogue = loadCatalogue()
  const plan = planOf(suite, target, selectionOf({}), catalogue, 1)
  const judge = createJudge({ requirements: catalogue, profile: target.profile, passive: suite.passive })
  const record = createRecord(join(cwd, 'events.ndjson'), 'The record')
  const emit = (event: RunEvent): void => {
    for (const each of [event, ...judge(event)]) record.write(each)
  }
  emit({
    type: 'run',
    version: eventsVersion,
    harness: 'benchmark',
    target: { name: target.name, baseUrl: target.baseUrl, walletAddress: target.walletAddress },
    profile: target.profile.name,
    overrides: {},
    seed: 1,
    runs: 1,
    concurrency: 1,
    at: now().toISOString(),
  })
  emit({ type: 'plan', checks: plan.passive })
  const wire = createWire({
    target,
    dispatcher: createDispatcher(target),
    redactor: createRedactor(target.secrets),
    now,
    monotonic: () => performance.now(),
    wait: () => Promise.reject(new Error('the server of quotes asks nobody to wait')),
    emit,
  })
  const draft = quoteRequest(target)
  return async () => {
    const { response } = await wire.send('benchmark', draft)
    if (response?.status !== 201) throw new Error('the server of quotes did not answer 201')
  }
}

let path: Promise<() => Promise<void>> | undefined

type Asked = { memory: true } | (Length & Pick<Settings, 'connections'> & { file: string })

answer(async (asked: Asked) => {
  if ('memory' in asked) return process.memoryUsage.rss()
  const { file, ...settings } = asked
  path ??= createPath(file)
  return rateOf(await path, settings)
})
