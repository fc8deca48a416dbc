import { join, resolve } from 'node:path'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { readTextFile } from '../../core/text-file.ts'
import { type ClientSpecification, clientSpecification } from '../../diagnose/client/claims.ts'
import { createClientJudge } from '../../diagnose/client/judge-client.ts'
import { readRequest, type ServerSide } from '../../diagnose/client/request.ts'
import { readVerifyingKeys } from '../../diagnose/signature/read-keys.ts'
import type { VerifyingKey } from '../../diagnose/signature/verifying-key.ts'
import type { Redactor } from '../../http/records/redact.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { suiteIn } from '../../run/plan/select.ts'
import { whyUnreadable } from '../../target-file/reading/fill-in.ts'
import type { Captured, TrafficOrder } from '../../traffic/captured.ts'
import { createServerJudge } from '../../traffic/judge-server.ts'
import { isOfServer, observeServer } from '../../traffic/observed-server.ts'
import { exit } from '../exit.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { reported, sideIn, type TrafficSide, watchedRun } from './side.ts'
import { createTokenBook } from './token-book.ts'

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
  /** Returns true if a request is addressed to the server that is judged. Others may show what is known about it. */
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
  const specification = clientSpecification(name)
  const { profile } = specification
  const catalogue = loadCatalogue(profile.name)
  const { passive } = suiteIn(await loadSuite(), profile, catalogue)
  const keys = (await Promise.all(key.map((path) => keysIn(path, io)))).flat()
  const { redactor, see, ...tokens } = createTokenBook(baseUrl, io)
  const sides = { server: sideIn(join(out, 'server'), io), client: sideIn(join(out, 'client'), io) }
  const observed = observeServer(specification, baseUrl)
  const knowledge = { requirements: catalogue, profile, passive }
  const { server, client } = judgesOf({ baseUrl, knowledge, specification }, sides, redactor, io)
  const known: ServerSide = { keys, ...tokens, facts: observed.facts }
  const isHere = addressing(new URL(baseUrl))
  return {
    isHere,
    take(captured, counts) {
      const request = observed.requestOf(captured)
      if (request || isHere(captured)) see(captured)
      observed.learn(captured)
      if (isOfServer(request)) {
        const { milliseconds } = captured
        server.take(readRequest(request, known), { ...counts, milliseconds, nameOf: tokens.nameOf })
      } else if (isHere(captured)) server.elsewhere(counts, new Date(captured.at))
      if (request && captured.response) client.take(request, () => known, redactor)
    },
    end() {
      server.end()
      client.end()
      return worstOf([
        reported(sides.server, catalogue, redactor, io),
        reported(sides.client, specification.catalogue, redactor, io),
      ])
    },
  }
}

const addressing =
  ({ origin }: URL) =>
  ({ request: { url } }: Captured): boolean =>
    URL.canParse(url) && new URL(url).origin === origin

interface JudgedSide {
  baseUrl: string
  knowledge: Knowledge
  specification: ClientSpecification
}

/** Creates the judges. Each side is a run of its own. */
const judgesOf = (
  { baseUrl, knowledge, specification }: JudgedSide,
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

/**
 * Returns the exit code for both sides. A fault of the harness comes first, then a failure. The result is "not judged"
 * only if neither side could be judged.
 */
const worstOf = (codes: readonly number[]): number =>
  [exit.ourFault, exit.failed].find((code) => codes.includes(code)) ?? Math.min(...codes)

const keysIn = async (path: string, { cwd }: GuardedIo): Promise<VerifyingKey[]> => {
  const text = await readTextFile(resolve(cwd, path)).catch((error: unknown) => {
    throw new ConfigurationError(
      'ERR_CLIENT_KEY',
      `--key: ${path} ${whyUnreadable(error)}; give a JWK, a jwks.json or a PEM`,
    )
  })
  return readVerifyingKeys(text, path)
}
