import { join, relative } from 'node:path'
import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import type { Mock } from '../../../mock/server/options.ts'
import { authServerUrl, firstWallet, walletUrl } from '../../../mock/state/lookup.ts'
import type { World } from '../../../mock/state/world.ts'
import type { RunStarted } from '../../core/events.ts'
import { joinedFields } from '../../core/http-request.ts'
import { onceFor } from '../../core/once.ts'
import { clientSpecification } from '../../diagnose/client/claims.ts'
import { createClientJudge } from '../../diagnose/client/judge-client.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { exitCodeOf } from '../../report/exit-code.ts'
import { type Reporter, reporterNamed } from '../../report/index.ts'
import { lines } from '../../report/text/printable.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import type { Captured } from '../../traffic/captured.ts'
import { observeServer } from '../../traffic/observed-server.ts'
import { isLively } from '../environment.ts'
import { withFile, writeText } from '../files.ts'
import { asideAmong, outputsOf, printedAmong, writeOutputs } from '../records/outputs.ts'
import { readRecord } from '../records/record-file.ts'
import { subjectOf } from '../records/report-folder.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { sideIn, watchedRun } from '../traffic/side.ts'
import { createTokenBook } from '../traffic/token-book.ts'
import { keysOf, messageOf } from './explain-refused.ts'

export interface JudgingOptions {
  profile: string
  /** Set if standard output has only variables for a shell. */
  printEnv?: boolean
  reporter: string[]
  out?: string
}

/** A run that judges the client of a mock until it ends. */
export interface ClientRun {
  /** Judges an exchange of that world, unless the world serves another profile. */
  take: (exchange: Exchange, world: World) => void
  /** Writes and prints the reports. Returns the exit code. */
  end: () => number
}

export function judgeClientOf(mock: Mock, options: JudgingOptions, io: GuardedIo): ClientRun {
  const outputs = outputsOf(options.reporter, io.cwd, reporterNamed)
  const { place, record, leave } = sideIn(options.out ?? join('reports', 'client'), io)
  const specification = clientSpecification(options.profile)
  const { redactor, see, ...tokens } = createTokenBook(mock.world.publicUrl, io)
  const observed = onceFor((world: World) =>
    observeServer(specification, world.publicUrl, [authServerUrl(world)]),
  )
  const judge = createClientJudge({
    specification,
    run: watchedRun('client', clientOf(mock.world), specification.profile, io),
    sink: record.write,
    now: io.now,
  })
  return {
    take(exchange, world) {
      if (world.profile !== specification.profile.name) return
      const captured = capturedOf(exchange)
      if (!captured) return
      see(captured)
      const { requestOf, learn, facts } = observed(world)
      learn(captured)
      const request = requestOf(captured)
      if (request) judge.take(request, () => ({ keys: keysOf(world), ...tokens, facts }), redactor)
    },
    end() {
      judge.end()
      record.close()
      const view = viewOf(readRecord(place.events), specification.catalogue)
      const rendered = renderedOf(view, relative(io.cwd, place.report), redactor)
      withFile(subjectOf(place.folder), () => writeText(place.report, rendered(reporterNamed('json'))))
      writeOutputs(outputs, io, (form) => rendered(form))
      leave()
      const stream = options.printEnv ? io.stderr : io.stdout
      stream.write(lines(rendered(printedAmong(outputs) ?? reporterNamed('text'), isLively(stream, io.env))))
      for (const form of asideAmong(outputs)) io.stderr.write(lines(rendered(form)))
      return exitCodeOf(view, strictness)
    },
  }
}

const strictness = { complete: false, enforce: 'must' } as const

type Rendered = (form: Pick<Reporter, 'render'>, colour?: boolean) => string

const renderedOf =
  (view: RunView, report: string, redactor: Redactor): Rendered =>
  ({ render }, colour = false) =>
    redactor.text(render(view, { ...strictness, verbose: false, report, colour }))

const clientOf = (world: World): RunStarted['target'] => ({
  name: 'client',
  baseUrl: world.publicUrl,
  walletAddress: walletUrl(world, firstWallet(world)),
})

/** Converts an exchange of the mock to traffic. Returns undefined if the mock did not keep all of its request. */
function capturedOf(exchange: Exchange): Captured | undefined {
  const request = messageOf(exchange)
  const length = request.headers['content-length']
  if (length !== undefined && Number(length) !== exchange.body.byteLength) return undefined
  const { status, answerHeaders, answerBody, at } = exchange
  const text = Buffer.from(answerBody).toString()
  return { request, response: { status, headers: joinedFields(answerHeaders), text }, at, milliseconds: 0 }
}
