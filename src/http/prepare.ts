import type { HttpRequest } from '../core/http-request.ts'
import type { OperationId } from '../core/operations.ts'
import type { Signing, Target } from '../target-file/target.ts'
import { permitsCredentials } from '../target-file/target-urls.ts'
import type { RequestDraft, Tamper } from './draft.ts'
import type { Prepared } from './records/record.ts'
import { build } from './request/message.ts'
import { sign, withFurtherSignature } from './request/sign.ts'
import type { SendOptions } from './wire/client.ts'
import { type Route, routesOf } from './wire/route.ts'

/** Throws if a message that should be valid is not, so that it is not sent. */
export type RefuseFlawed = (operation: OperationId, message: HttpRequest, given: readonly string[]) => void

/** A request ready to be sent, and its route. */
export interface ReadyToSend {
  prepared: Prepared
  route: Route
  options?: SendOptions & Pick<RequestDraft, 'invalid'>
  signedAt?: Date
}

interface PreparingOptions {
  target: Target
  /** Returns the time at which signatures are created. */
  signedAt: () => Date
  refuseFlawed?: RefuseFlawed | undefined
}

/** Makes requests ready to be sent. */
export function createPreparing({ target, signedAt, refuseFlawed }: PreparingOptions) {
  const routes = routesOf(target)
  let signatures = 0

  return {
    /** Builds a draft, signs it, tampers with the signed message, and finds its route. */
    draft: async (draft: RequestDraft, tamper: Tamper | undefined): Promise<ReadyToSend> => {
      const { operation, token, invalid, baseUrl, repeats, renewed, given = [] } = draft
      const signing = draft.signing === 'none' ? undefined : { ...ownerOf(draft, target), ...draft.signing }
      const { spelling: _, ...plain } = draft
      const unsigned = await build(tamper || signing?.over ? plain : draft, target)
      const created = draft.signedAt ?? signedAt()
      const signed = signing && (await sign(unsigned, signing, created, signatures++, draft.furtherMember))
      const arranged = (message: HttpRequest): HttpRequest => arrangedAs(draft, message, target, created)
      const toSend = signed?.message ?? unsigned
      if (operation !== undefined && !invalid && baseUrl === undefined)
        refuseFlawed?.(operation, toSend, given)
      const sent = arranged(tamper ? tamper(toSend) : toSend)
      const whole = signed?.whole ?? unsigned
      const isWhole = !tamper && whole === toSend
      const route = routeOf(draft, sent, target, routes)
      const prepared: Prepared = {
        ...(operation ? { operation } : {}),
        whole: isWhole ? sent : arranged(whole),
        sent,
        ...(token ? { token: token.name } : {}),
        ...(signing && signed ? { signing: howSigned(signing, signed) } : {}),
        added: route.headers,
        ...(repeats === undefined || renewed ? {} : { repeats }),
      }
      return { prepared, route, options: draft, ...(signed ? { signedAt: created } : {}) }
    },
    /** Prepares a GET without any credential. */
    publicRead: (url: string): ReadyToSend => {
      const message: HttpRequest = { method: 'GET', url, headers: { accept: 'application/json' } }
      const route = routes.toAnyone(url)
      return { prepared: { whole: message, sent: message, added: route.headers }, route }
    },
  }
}

const routeOf = (
  { baseUrl }: RequestDraft,
  { url }: HttpRequest,
  target: Target,
  routes: ReturnType<typeof routesOf>,
): Route => {
  if (baseUrl === undefined) return routes.toTarget(url)
  if (permitsCredentials(target, url)) return routes.toAnyone(url)
  throw new Error(
    `a request with credentials for ${new URL(url).origin}, which the target file does not permit`,
  )
}

/** Adds the further signature that a draft wants, and puts the headers into the draft's order. */
const arrangedAs = (draft: RequestDraft, message: HttpRequest, target: Target, created: Date): HttpRequest =>
  inOrder(
    withFurtherSignature(message, draft.furtherMember, ownerOf(draft, target), created),
    draft.headersFirst,
  )

/** Returns the signing of the client that the token of a draft belongs to. */
const ownerOf = ({ token }: RequestDraft, { signing, otherClient }: Target): Signing =>
  otherClient && token === otherClient.token ? otherClient.signing : signing

const inOrder = (message: HttpRequest, first: readonly string[] = []): HttpRequest => {
  const names = [...first.filter((name) => name in message.headers), ...Object.keys(message.headers)]
  const headers = Object.fromEntries(names.map((name) => [name, message.headers[name] ?? '']))
  return first.length === 0 ? message : { ...message, headers }
}

const howSigned = (
  { key, values }: Signing,
  { label, components, base }: { label: string; components: string[]; base: string },
): NonNullable<Prepared['signing']> => ({
  key: key.name,
  keyId: values?.keyid ?? key.keyId,
  label,
  components,
  base,
})
