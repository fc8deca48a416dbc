import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Express } from 'express'
import { createApp } from './app.ts'
import { makeCertificate } from './certificate.ts'
import type { Controlled } from './control/control.ts'
import { controlPath, controlRouter } from './control/router.ts'
import type { Fault } from './faults/fault.ts'
import { closed, listening, nameOf } from './listen.ts'
import type { Style } from './styles/style.ts'
import { refuseUnreadable } from './unreadable.ts'
import type { Behaviour } from './world/behaviour.ts'
import { builtIn } from './world/built-in.ts'
import { type ClockOptions, createClock } from './world/clock.ts'
import { createWorld } from './world/create.ts'
import type { Fixtures } from './world/fixtures.ts'
import { makeReceiver } from './world/make-receiver.ts'
import { type Random, secret, seeded } from './world/random.ts'
import { strict } from './world/strict.ts'
import { incomingPaymentUrl } from './world/world.ts'

export interface MockOptions {
  /** Under which the mock is reached from outside; else known once it listens. A path is kept. */
  publicUrl?: string
  /** The clock beneath that of the mock. */
  now: () => number
  /** Where the mock's clock begins, and whether it stands: with the one beneath, and running. */
  clock?: ClockOptions
  /** Decides all tokens, keys, ids and secrets: `seeded(seed)`, or node's own. */
  random: Random
  /** What it begins with, if not with what is built in. */
  fixtures?: Fixtures
  styles?: readonly Style[]
  faults?: readonly Fault[]
  /** Whether it can be controlled over HTTP; it can. */
  control?: boolean
  /** Told of every error that is the mock's own; such a request is answered 500. */
  onMistake?: (error: unknown) => void
}

export interface Mock extends Controlled {
  app: Express
  listen: (where: ListenOptions) => Promise<Listening>
}

export interface ListenOptions {
  host?: string
  /** 0: any that is free. */
  port: number
  /** With a certificate of its own making. */
  tls?: boolean
}

export interface Listening {
  /** Where connections go. */
  url: string
  /** The certificate, PEM, where it is served over TLS. */
  certificate?: string
  /** Where it is controlled, if it is. */
  controlUrl?: string
  close: () => Promise<void>
}

/** A reference server: strict, in memory, deterministic where clock and randomness are. */
export const createMock = (options: MockOptions): Mock => {
  const { publicUrl, styles = [], faults = [], control = true, onMistake = () => {} } = options
  const stylePath = styles.map(({ basePath = '' }) => basePath).join('')
  const base = publicUrl && publicUrl.replace(/\/+$/, '') + stylePath
  const controlled = createControlled(options, base ?? `http://localhost${stylePath}`)
  const { world } = controlled
  const app = createApp({
    world,
    ...(control && { control: controlRouter(controlled) }),
    basePath: base === undefined ? stylePath : new URL(base).pathname.replace(/\/$/, ''),
    without: new Set([...styles, ...faults].flatMap(({ without }) => without ?? [])),
    further: [...styles, ...faults].flatMap(({ further }) => further ?? []),
    onMistake,
  })
  return {
    ...controlled,
    app,
    async listen({ host = '127.0.0.1', port, tls = false }) {
      const certificate = tls ? await makeCertificate(host) : undefined
      // A request without Host, or with an Expect of its own, is refused by the application, which says why.
      const options = { requireHostHeader: false }
      const server = certificate
        ? createTlsServer({ ...options, ...certificate }, app)
        : createServer(options, app)
      server.on('checkExpectation', app)
      refuseUnreadable(server, world)
      const { port: bound } = await listening(server, host, port)
      const url = `${tls ? 'https' : 'http'}://${nameOf(host)}:${bound}`
      if (base === undefined) world.publicUrl = url + stylePath
      return {
        url,
        ...(certificate && { certificate: certificate.cert }),
        ...(control && { controlUrl: url + controlPath }),
        close: () => closed(server),
      }
    },
  }
}

/** A world that can begin anew: the clock goes back to where it began, and one seed decides all ids again. */
const createControlled = (
  { now, clock: clockOptions, random, fixtures = builtIn, styles = [], faults = [] }: MockOptions,
  firstUrl: string,
): Controlled => {
  const clock = createClock(now, clockOptions)
  const seed = secret(random)
  const begin = (publicUrl: string) =>
    createWorld(
      { publicUrl, now: clock.now, random: seeded(seed), fixtures },
      behaviourWith([...styles, ...faults]),
    )
  const world = begin(firstUrl)
  return {
    world,
    clock,
    reset: () => {
      clock.reset()
      Object.assign(world, begin(world.publicUrl))
    },
    makeReceiver: (asked) => incomingPaymentUrl(world, makeReceiver(world, asked)),
  }
}

/** The strict functions, those of the styles put over them, and over all those of the faults. */
const behaviourWith = (changes: ReadonlyArray<Pick<Style & Fault, 'swap'>>): Behaviour => {
  const behaviour = { ...strict }
  for (const { swap } of changes) Object.assign(behaviour, swap?.({ ...behaviour }))
  return behaviour
}
