import type { Arrived, Context, Credentials } from '../state/world.ts'

export function contextOf({ world, operation, request, id }: Arrived): Context {
  const authorization = world.behaviour.requests.authorization(request)
  const credentials = credentialsOf(authorization)
  const token = credentials && world.behaviour.requests.find('token', credentials.token, world.tokens)
  const warnings: string[] = []
  return {
    world,
    operation,
    request,
    id,
    query: queryOf(request.targetUri),
    json: world.behaviour.requests.readBody(request.body),
    authorization,
    credentials,
    verified: {
      signature: once(() => {
        const verification = world.behaviour.requests.verifySignature(request, (keyId) =>
          world.behaviour.requests.keyFor(keyId, token),
        )
        if (verification.ok && verification.warning) warnings.push(verification.warning)
        return verification
      }),
      digest: once(() => world.behaviour.requests.verifyDigest(request)),
    },
    token,
    subject: {},
    warnings,
    passedOver: new Set(),
  }
}

const credentialsOf = (header: string | undefined): Credentials | undefined => {
  const [, scheme, token] = /^([^ ]+) +(.+)$/.exec(header?.trim() ?? '') ?? []
  return scheme !== undefined && token !== undefined ? { scheme, token } : undefined
}

const queryOf = (targetUri: string): URLSearchParams => {
  const mark = targetUri.indexOf('?')
  return new URLSearchParams(mark === -1 ? '' : targetUri.slice(mark + 1))
}

const once = <T>(work: () => T): (() => T) => {
  let done: { result: T } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}
