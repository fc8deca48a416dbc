import { join, resolve } from 'node:path'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { loadProfile } from '../../catalogue/profiles.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { readTextFile } from '../../core/text-file.ts'
import type { ClientSpecification } from '../../diagnose/client/claims.ts'
import { clientCatalogue } from '../../diagnose/client/client-catalogue.ts'
import { tokenIn } from '../../diagnose/client/exchange.ts'
import { createClientJudge } from '../../diagnose/client/judge-client.ts'
import {
  type ClientOperation,
  type ClientRequest,
  readRequest,
  type ServerSide,
} from '../../diagnose/client/request.ts'
import { readVerifyingKeys } from '../../diagnose/signature/read-keys.ts'
import type { VerifyingKey } from '../../diagnose/signature/verifying-key.ts'
import { handedOutIn } from '../../gnap/handed-out.ts'
import type { Redactor } from '../../http/records/redact.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { loadOpenApi } from '../../openapi/document.ts'
import { suiteIn } from '../../run/plan/suite-in-profile.ts'
import { keepSecret } from '../../target-file/keys/secrets.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import type { Secret } from '../../target-file/target.ts'
import type { Captured, TrafficOrder } from '../../traffic/captured.ts'
import { credentialsOf } from '../../traffic/credentials.ts'
import { createServerJudge } from '../../traffic/judge-server.ts'
import { operationsAt } from '../../traffic/operation-at.ts'
import { exit } from '../exit.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { watchedRun } from '../run/watched-run.ts'
import { reported, sideIn, type TrafficSide } from './side.ts'

export interface TrafficOptions {
  /** The URL below which all operations are, as clients sign it. */
  baseUrl: string
  profile: string
  /** The files with the public keys of clients: JWK, a set of JWKs or PEM. */
  key: readonly string[]
  /** The folder that gets a subfolder for each side. */
  out: string
}

/** A run that judges both sides of traffic as far as they show. It sends nothing. */
export interface BothSides {
  /** Returns true if a request is addressed to the server that is judged. */
  isHere: (captured: Captured) => boolean
  take: (captured: Captured, counts: TrafficOrder) => void
  /** Writes the reports of both sides and prints them. Returns the exit code. */
  end: () => number
}

export async function judgeBothSides(
  { baseUrl, profile: name, key, out }: TrafficOptions,
  io: GuardedIo,
): Promise<BothSides> {
  const { loadSuite } = await import('../../../suites/load.ts')
  const profile = loadProfile(name)
  const catalogue = loadCatalogue(profile.name)
  const openapi = loadOpenApi(profile.name)
  const { passive } = suiteIn(await loadSuite(), profile, catalogue)
  const keys = (await Promise.all(key.map((path) => keysIn(path, io)))).flat()
  const operationAt = operationsAt(baseUrl, openapi)
  const tokens = createTokens(baseUrl, io)
  const { redactor, nameOf, originOf } = tokens
  const sides = { server: sideIn(join(out, 'server'), io), client: sideIn(join(out, 'client'), io) }
  const specification = { profile, openapi, catalogue: clientCatalogue(catalogue) }
  const knowledge = { requirements: catalogue, profile, passive }
  const { server, client } = judgesOf({ baseUrl, knowledge, specification }, sides, redactor, io)
  const known: ServerSide = { keys, originOf }
  const { origin } = new URL(baseUrl)
  return {
    isHere: ({ request: { url } }) => URL.canParse(url) && new URL(url).origin === origin,
    take(captured, counts) {
      tokens.see(captured)
      const operation = operationAt(captured.request)
      if (!operation) return server.elsewhere(counts, new Date(captured.at))
      const request = requestOf(captured, operation)
      server.take(readRequest(request, known), { ...counts, milliseconds: captured.milliseconds, nameOf })
      if (captured.response) client.take(request, () => known, redactor)
    },
    end() {
      server.end()
      client.end()
      const codes = [
        reported(sides.server, catalogue, redactor, io),
        reported(sides.client, specification.catalogue, redactor, io),
      ]
      return worstOf(codes)
    },
  }
}

interface Judged {
  baseUrl: string
  knowledge: Knowledge
  specification: ClientSpecification
}

/** Creates the judges. Each side is a run of its own. */
const judgesOf = (
  { baseUrl, knowledge, specification }: Judged,
  sides: Record<'server' | 'client', TrafficSide>,
  redactor: Redactor,
  io: GuardedIo,
) => {
  const run = (judges: 'client' | 'traffic', name: string) =>
    watchedRun(judges, { name, baseUrl, walletAddress: baseUrl }, specification.profile, io)
  const { now } = io
  return {
    server: createServerJudge({
      knowledge,
      run: run('traffic', 'server'),
      sink: sides.server.record.write,
      redactor,
      now,
    }),
    client: createClientJudge({
      specification,
      run: run('client', 'client'),
      sink: sides.client.record.write,
      now,
    }),
  }
}

const requestOf = (
  { request: message, response, at }: Captured,
  operation: ClientOperation,
): ClientRequest => {
  const { status, headers, text } = response ?? { status: 0, headers: {}, text: '' }
  return { message, operation, status, headers, text, at: new Date(at) }
}

/**
 * Returns the exit code for both sides. A fault of the harness comes first, then a failure. The result is "not judged"
 * only if neither side could be judged.
 */
const worstOf = (codes: readonly number[]): number =>
  [exit.ourFault, exit.failed].find((code) => codes.includes(code)) ?? Math.min(...codes)

/**
 * The largest number of credentials that are hidden everywhere in the record. Further ones are hidden where they stand,
 * but not where a server quotes them.
 */
const mostSought = 1000

/**
 * Keeps the tokens in traffic. Names them by their order of appearance, and hides them in everything that is written.
 */
const createTokens = (baseUrl: string, io: GuardedIo) => {
  const secrets: Secret[] = []
  const redactor = io.hide(secrets)
  const names = new Map<string, string>()
  const granted = new Set<string>()
  let sought = 0
  const nameOf = (token: string): string => {
    const known = names.get(token)
    if (known !== undefined) return known
    const name = `token ${names.size + 1}`
    names.set(token, name)
    secrets.push({ name, value: token })
    return name
  }
  return {
    redactor,
    nameOf,
    /** Tokens that an authorization server handed out in this traffic were granted. Nothing is known about others. */
    originOf: (token: string) => (granted.has(token) ? 'granted' : 'given') as 'granted' | 'given',
    see: (captured: Captured): void => {
      const { request, response } = captured
      const token = tokenIn(request)
      if (token !== '') nameOf(token)
      for (const { name, value } of sought < mostSought ? credentialsOf(captured) : []) {
        if (baseUrl.includes(value)) continue
        keepSecret(secrets, name, value)
        sought++
      }
      if (!response || response.status >= 300) return
      const { tokens, continuations } = handedOutIn(response.text)
      for (const value of tokens) granted.add(value)
      for (const value of [...tokens, ...continuations]) nameOf(value)
    },
  }
}

const keysIn = async (path: string, { cwd }: GuardedIo): Promise<VerifyingKey[]> => {
  const text = await readTextFile(resolve(cwd, path)).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_CLIENT_KEY',
      `--key: ${path} ${whyUnreadable(error)}; give a JWK, a jwks.json or a PEM`,
    )
  })
  return readVerifyingKeys(text, path)
}
