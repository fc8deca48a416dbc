import { join, relative } from 'node:path'
import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import type { Mock } from '../../../mock/server/options.ts'
import { authServerUrl, firstWallet, walletUrl } from '../../../mock/state/lookup.ts'
import type { World } from '../../../mock/state/world.ts'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import type { RunStarted } from '../../core/events.ts'
import { joinedFields } from '../../core/http-request.ts'
import { onceFor } from '../../core/once.ts'
import { operationIds } from '../../core/operations.ts'
import type { ClientSpecification } from '../../diagnose/client/claims.ts'
import { clientCatalogue } from '../../diagnose/client/client-catalogue.ts'
import { createClientJudge } from '../../diagnose/client/judge-client.ts'
import {
  authorizationOperations,
  type ClientOperation,
  type ClientRequest,
  type ServerSide,
  type TokenOrigin,
} from '../../diagnose/client/request.ts'
import { handedOutIn } from '../../gnap/handed-out.ts'
import { createRedactor, type Redactor } from '../../http/records/redact.ts'
import { loadOpenApi } from '../../openapi/document.ts'
import { exitCodeOf } from '../../report/exit-code.ts'
import { type Reporter, reporterNamed } from '../../report/index.ts'
import { lines } from '../../report/text/printable.ts'
import { viewOf } from '../../report/view.ts'
import type { Secret } from '../../target-file/target.ts'
import { type Io, isLively } from '../environment.ts'
import { withFile, writeText } from '../files.ts'
import { asideAmong, outputsOf, printedAmong, writeOutputs } from '../records/outputs.ts'
import { readRecord } from '../records/record-file.ts'
import { occupy, recordIn, reportFolder, subjectOf } from '../records/report-folder.ts'
import { watchedRun } from '../run/watched-run.ts'
import { messageOf } from './exchange-message.ts'
import { keysOf } from './explain-refused.ts'

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

export function judgeClientOf(mock: Mock, options: JudgingOptions, io: Io): ClientRun {
  const outputs = outputsOf(options.reporter, io.cwd, reporterNamed)
  const place = reportFolder(options.out ?? join('reports', 'client'), io)
  const leave = occupy(place, io)
  const record = recordIn(place)
  const specification = specificationOf(options.profile)
  const tokensOf = onceFor(tokensGiven)
  const judge = createClientJudge({
    specification,
    run: watchedRun('client', clientOf(mock.world), specification.profile, io),
    sink: record.write,
    now: io.now,
  })
  return {
    take(exchange, world) {
      if (world.profile !== specification.profile.name) return
      const { see, serverSide, redactor } = tokensOf(world)
      see(exchange)
      const request = clientRequestOf(exchange, judgedOperations(specification))
      if (request) judge.take(request, serverSide, redactor)
    },
    end() {
      judge.end()
      record.close()
      const view = viewOf(readRecord(place.events), specification.catalogue)
      const strictness = { complete: false, enforce: 'must' } as const
      const facts = { ...strictness, verbose: false, report: relative(io.cwd, place.report) }
      const rendered = ({ render }: Pick<Reporter, 'render'>, colour = false): string =>
        tokensOf(mock.world).redactor.text(render(view, { ...facts, colour }))
      withFile(subjectOf(place.folder), () => writeText(place.report, rendered(reporterNamed('json'))))
      writeOutputs(outputs, io, (form) => rendered(form))
      leave()
      const printed = printedAmong(outputs) ?? reporterNamed('text')
      const stream = options.printEnv ? io.stderr : io.stdout
      stream.write(lines(rendered(printed, isLively(stream, io.env))))
      for (const form of asideAmong(outputs)) io.stderr.write(lines(rendered(form)))
      return exitCodeOf(view, strictness)
    },
  }
}

const specificationOf = (name: string): ClientSpecification => {
  const profile = loadProfile(name)
  return {
    profile,
    openapi: loadOpenApi(profile.name),
    catalogue: clientCatalogue(loadCatalogue(profile.name)),
  }
}

const clientOf = (world: World): RunStarted['target'] => ({
  name: 'client',
  baseUrl: world.publicUrl,
  walletAddress: walletUrl(world, firstWallet(world)),
})

/**
 * Returns the operations whose requests are judged. The interface says nothing about the authorization server, so under
 * its profile no request there is judged.
 */
const judgedOperations = ({ catalogue }: ClientSpecification): readonly ClientOperation[] =>
  catalogue.has('client.authorization.signed') ? [...operationIds, ...authorizationOperations] : operationIds

/**
 * Converts an exchange of the mock to a request that can be judged. Returns undefined if it is addressed to no
 * operation, or if the mock did not keep all of it.
 */
function clientRequestOf(
  exchange: Exchange,
  operations: readonly ClientOperation[],
): ClientRequest | undefined {
  const operation = operations.find((id) => id === exchange.operation)
  const message = messageOf(exchange)
  const length = message.headers['content-length']
  if (!operation || (length !== undefined && Number(length) !== exchange.body.byteLength)) return undefined
  return {
    operation,
    message,
    status: exchange.status,
    headers: joinedFields(exchange.answerHeaders),
    text: Buffer.from(exchange.answerBody).toString(),
    at: new Date(exchange.at),
    refusal: exchange.refusal,
  }
}

/** The tokens that a mock handed out and the keys that it registered. Its client is judged by them. */
interface TokensGiven {
  /** Keeps the tokens out of the record. */
  redactor: Redactor
  /** Remembers the tokens that a response grants. */
  see: (exchange: Exchange) => void
  serverSide: () => ServerSide
}

function tokensGiven(world: World): TokensGiven {
  const granted = new Set<string>()
  const secrets: Secret[] = [...world.tokens.keys()].map((value) => ({ name: 'a token of the mock', value }))
  const originOf = (token: string): TokenOrigin | undefined => {
    if (granted.has(token)) return 'granted'
    const known = world.tokens.get(token)
    return known && (known.access ? 'granted' : 'given')
  }
  return {
    redactor: createRedactor(secrets),
    see: ({ targetUri, status, answerBody }) => {
      if (status >= 300 || !targetUri.startsWith(authServerUrl(world))) return
      const { tokens, continuations } = handedOutIn(Buffer.from(answerBody).toString())
      for (const value of tokens) {
        granted.add(value)
        secrets.push({ name: 'a granted token', value })
      }
      for (const value of continuations) secrets.push({ name: 'a token of a continuation', value })
    },
    serverSide: () => ({ keys: keysOf(world), originOf }),
  }
}
